#include "run/field_file.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "run/field_transfer.hpp"

namespace lobatto::run {

FieldFile::FieldFile(const std::filesystem::path& file, const space::FunctionSpace& space)
    : space_(space), file_(file, space.communicator()), search_(file_.elements()) {}

std::vector<space::Field> FieldFile::read(const std::string& field, int n_components) const {
  const auto values = file_.read(field, n_components);
  try {
    return FieldTransfer(search_, space_,
                         into_periods(file_.axes()))({values.begin(), values.end()});
  } catch (const base::Error& error) {
    throw base::Error(fmt::format("{}: {}", file_.name(), error.what()));
  }
}

}  // namespace lobatto::run
