#include "run/origin/field_file.hpp"

#include "run/origin/field_transfer.hpp"

namespace lobatto::run {

FieldFile::FieldFile(const std::filesystem::path& file, const space::FunctionSpace& space)
    : space_(space), file_(file, space.communicator()), search_(file_.elements()) {}

std::vector<space::Field> FieldFile::read(const std::string& field, int n_components) const {
  const auto values = file_.read(field, n_components);
  return FieldTransfer(search_, space_, into_periods(file_.axes()),
                       file_.name())({values.begin(), values.end()});
}

}  // namespace lobatto::run
