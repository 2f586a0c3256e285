#include "run/origin/checkpoint_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/reader.hpp"
#include "io/checkpoint/folder.hpp"
#include "plan/shares.hpp"
#include "residents/case_format.hpp"
#include "run/origin/field_transfer.hpp"
#include "run/origin/mesh_fingerprint.hpp"
#include "run/setup/space_setup.hpp"

namespace lobatto::run {

namespace fs = std::filesystem;

std::optional<fs::path> newest_in(const fs::path& folder) {
  for (const fs::path& place : {folder / "checkpoints", folder}) {
    const auto found = io::find_checkpoints(place);
    if (!found.empty()) return found.front().file;
  }
  return std::nullopt;
}

fs::path checkpoint_of(const fs::path& from, const std::string& where) {
  std::string fault = base::fault_of_input(from);
  if (fault.empty()) return from;
  if (const auto newest = newest_in(from)) return *newest;
  std::error_code ignored;
  const auto type = fs::symlink_status(from, ignored).type();
  if (type == fs::file_type::not_found) fault = "no such file or folder";
  if (fs::is_directory(from, ignored)) fault = "there is no checkpoint in this folder";
  throw base::Error(fmt::format("{}: {}: {}", where, from.empty() ? "''" : from.string(), fault));
}

namespace {

/// A rank without elements of the checkpoint's box has no place in it.
void refuse_too_many_ranks(const cases::Case& of_checkpoint, int n_ranks) {
  if (of_checkpoint.mesh_file) return;
  const auto n = mesh::n_elements_along(of_checkpoint.axes);
  const double n_elements = plan::box_size(of_checkpoint).n_elements;
  if (n_ranks > n_elements)
    throw base::Error(
        fmt::format("its box has {} elements ({} x {} x {}), too few for {} ranks; begin on at "
                    "most {} ranks, and "
                    "go on from a checkpoint of that run on more",
                    n_elements, n[0], n[1], n[2], n_ranks, n_elements));
}

/// What the task throws as base::Error, on every rank alike, names the checkpoint.
template <class Task>
auto naming(const io::CheckpointReader& checkpoint, Task&& task) {
  try {
    return task();
  } catch (const base::Error& error) {
    throw base::Error(fmt::format("{}: {}", checkpoint.file().string(), error.what()));
  }
}

/// A table of the provenance; checkpoints of versions that did not have it know of none.
nlohmann::json table_of(const io::CheckpointSummary& summary, const std::string& name) {
  const auto found = summary.provenance.find(name);
  return found == summary.provenance.end() ? nlohmann::json::object()
                                           : nlohmann::json::parse(found->second);
}

/// The functions of the user code of that time, in name alone: where the fields are taken, nothing
/// of the case is evaluated.
cases::UserFunctions functions_of(const io::CheckpointSummary& summary) {
  cases::UserFunctions functions;
  const auto evaluate = [](auto&&...) {
    return std::optional<std::string>("a checkpoint does not hold user code");
  };
  const auto table = table_of(summary, "functions");
  for (const auto& [name, arguments] : table.items())
    functions[name] =
        std::make_shared<cases::UserFunction>(arguments.get<std::vector<std::string>>(), evaluate);
  return functions;
}

cases::Case case_of(const io::CheckpointSummary& summary) {
  std::vector<std::string> overrides;
  const auto given = nlohmann::json::parse(summary.provenance.at("overrides"));
  for (const auto& [key, value] : given.items())
    overrides.push_back(key + "=" + value.get<std::string>());
  const auto tables = table_of(summary, "tables");
  return cases::parse_case(
      summary.provenance.at("case"), summary.provenance.at("case_file"), overrides,
      residents::case_format(),
      [&](const std::filesystem::path& file) { return tables.value(file.string(), ""); },
      functions_of(summary));
}

/// Every point of space has the values of the plane. Collective.
FieldTransfer::Place onto_plane(const space::FunctionSpace& plane, FieldTransfer::Place in_plane) {
  std::array<std::vector<double>, 3> x{{{}, {}, {-INFINITY}}};
  if (plane.n_elements() > 0) plane.element_points(0, x);
  const double z = plane.communicator().max(x[2].front());
  return [z, in_plane = std::move(in_plane)](FieldTransfer::Point point) {
    point[2] = z;
    return in_plane(point);
  };
}

std::vector<space::Field> transferred(const std::string& name, const space::FunctionSpace& from,
                                      const std::vector<space::Field>& fields,
                                      const space::FunctionSpace& to) {
  const space::ElementSearch search(from);
  const std::vector<std::span<const double>> all(fields.begin(), fields.end());
  const mesh::BoxMesh* const box = from.box();
  auto place = into_periods(box == nullptr ? nullptr : &box->axes);
  if (from.is_plane()) place = onto_plane(from, std::move(place));
  return FieldTransfer(search, to, std::move(place), name)(all);
}

std::vector<space::Field> read_on(const space::FunctionSpace& space,
                                  io::CheckpointReader& checkpoint,
                                  const std::vector<std::string>& names) {
  const auto numbers = space.element_numbers();
  const base::RowSet elements{"elements", numbers, space.element_size()};
  std::vector<space::Field> fields;
  for (const auto& name : names)
    checkpoint.visit(name, elements, std::span<double>(fields.emplace_back(space.make_field())));
  return fields;
}

}  // namespace

std::vector<space::Field> read_fields(io::CheckpointReader& checkpoint,
                                      const std::vector<std::string>& names,
                                      const space::FunctionSpace& space) {
  std::vector<double> of_checkpoint = mesh_fingerprint(space), of_space = of_checkpoint;
  checkpoint.visit("run/mesh", of_checkpoint);
  if (is_same_mesh(of_checkpoint, of_space)) return read_on(space, checkpoint, names);
  const auto old_space = naming(checkpoint, [&] {
    const cases::Case the_case = case_of(checkpoint.summary());
    refuse_too_many_ranks(the_case, space.communicator().size());
    return make_space(the_case, {space.communicator().size()}, space.communicator());
  });
  const auto fields = read_on(old_space, checkpoint, names);
  return transferred(checkpoint.file().string(), old_space, fields, space);
}

}  // namespace lobatto::run
