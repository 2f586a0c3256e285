#include "run/origin/field_file.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/describe.hpp"
#include "run/origin/beginnings.hpp"
#include "run/origin/field_transfer.hpp"

namespace lobatto::run {

FieldFile::FieldFile(const std::filesystem::path& file, const space::FunctionSpace& space)
    : space_(space), file_(file, space.communicator()), search_(file_.elements()) {}

std::vector<space::Field> FieldFile::read(const std::string& field, int n_components) const {
  const auto values = file_.read(field, n_components);
  return FieldTransfer(search_, space_, into_periods(file_.axes()),
                       file_.name())({values.begin(), values.end()});
}

namespace {

/// Reads fields of one component, and notes those that are not there.
class ScalarFields {
 public:
  explicit ScalarFields(const FieldFile& fields) : fields_(fields) {}

  /// Nothing where there is none; `otherwise` says what the run does then.
  std::optional<space::Field> read(const std::string& name, const std::string& otherwise) {
    if (fields_.file().has(name)) return std::move(fields_.read(name, 1)[0]);
    notes_ += fmt::format("\nnote: it has no {}; {}", name, otherwise);
    return std::nullopt;
  }
  [[nodiscard]] const std::string& notes() const { return notes_; }

 private:
  const FieldFile& fields_;
  std::string notes_;
};

std::span<const double> values_of(const std::optional<space::Field>& field) {
  return field ? std::span<const double>(*field) : std::span<const double>();
}

}  // namespace

std::string load_field_file(Simulation& simulation, const std::filesystem::path& file) {
  const auto& space = simulation.space();
  const FieldFile fields(file, space);
  const io::VtkhdfReader& reader = fields.file();
  const auto velocity = fields.read("velocity", 3);
  ScalarFields others(fields);
  space::Field pressure = space.make_field();
  if (simulation.state().find("pressure") != nullptr)
    if (auto read = others.read("pressure", "it begins with zero")) pressure = std::move(*read);
  std::map<std::string, space::Field> of_models;
  for (const auto& name : simulation.the_case().model_fields)
    if (simulation.state()[name].kind().n_saved > 0)
      if (auto read = others.read(name, "it begins anew")) of_models[name] = std::move(*read);
  std::vector<std::optional<space::Field>> scalars;
  for (const auto& scalar : simulation.the_case().scalars)
    scalars.push_back(others.read(scalar.name, "it begins as the case says"));
  physics::EquationSystem::Fields state{
      {velocity[0], velocity[1], velocity[2]}, pressure, {}, {of_models.begin(), of_models.end()}};
  for (const auto& scalar : scalars) state.scalars.push_back(values_of(scalar));
  begin_with(simulation, reader.time(), reader.step(), state);
  return fmt::format(
      "begins anew with the fields of {}: step {}, t = {:.6g}, {} of "
      "order {}; values are taken to the nodes of this mesh by the polynomials of its elements{}",
      reader.name(), reader.step(), reader.time(), plan::counted(reader.n_elements(), "element"),
      reader.order(), others.notes());
}

}  // namespace lobatto::run
