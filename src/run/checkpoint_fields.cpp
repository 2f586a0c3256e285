#include "run/checkpoint_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "case/mesh_size.hpp"
#include "case/reader.hpp"
#include "run/case_format.hpp"
#include "run/mesh_fingerprint.hpp"
#include "run/space_setup.hpp"
#include "space/interpolation.hpp"

namespace lobatto::run {

namespace {

using Point = space::Interpolation::Point;

/// Points of a rank that are looked for at a time: what a point needs is some 100 bytes.
constexpr std::size_t batch = 32768;
/// Of an element's half-length: curved walls of two meshes are not quite in the same place.
constexpr double max_excess = 0.05;

/// A rank without elements of the checkpoint's box has no place in it.
void refuse_too_many_ranks(const cases::Case& of_checkpoint, int n_ranks) {
  if (of_checkpoint.mesh_file) return;
  const auto n = mesh::n_elements_along(of_checkpoint.axes);
  const double n_elements = cases::box_size(of_checkpoint).n_elements;
  if (n_ranks > n_elements)
    throw base::Error(fmt::format(
        "its box has {} elements ({} x {} x {}), too few to be read on {} ranks; begin on at most "
        "{}: the checkpoint of this run then goes on on more",
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
      summary.provenance.at("case"), summary.provenance.at("case_file"), overrides, case_format(),
      [&](const std::filesystem::path& file) { return tables.value(file.string(), ""); },
      functions_of(summary));
}

/// Into the period that the old box has.
Point wrapped(Point x, const mesh::BoxMesh* box) {
  for (int d = 0; box != nullptr && d < 3; ++d) {
    const auto& axis = box->axes[d];
    if (!axis.periodic) continue;
    const double first = axis.ticks.front();
    x[d] -= std::floor((x[d] - first) / axis.length()) * axis.length();
  }
  return x;
}

/// From the nodes of one space to those of another.
class Transfer {
 public:
  Transfer(const space::FunctionSpace& from, const space::FunctionSpace& to)
      : from_(from), to_(to), search_(from) {}

  /// One result a field. Collective.
  std::vector<space::Field> operator()(const std::vector<space::Field>& fields) const {
    std::vector<space::Field> results;
    for (std::size_t f = 0; f < fields.size(); ++f) results.push_back(to_.make_field());
    const auto points = nodes();
    const auto& communicator = to_.communicator();
    const std::size_t n_own = (points.size() + batch - 1) / batch;
    const auto n_batches = static_cast<std::size_t>(communicator.max(static_cast<double>(n_own)));
    for (std::size_t b = 0; b < n_batches; ++b) {
      const std::size_t first = std::min(points.size(), b * batch);
      const std::size_t n = std::min(batch, points.size() - first);
      space::Interpolation interpolation(from_, search_, std::span(points).subspan(first, n),
                                         max_excess);
      refuse_missing(interpolation, std::span(points).subspan(first, n));
      for (std::size_t f = 0; f < fields.size(); ++f)
        interpolation.evaluate(fields[f], std::span<double>(results[f]).subspan(first, n));
    }
    // Copies of a node lie in different elements of the old mesh, to round-off.
    for (auto& result : results) to_.make_continuous(result);
    return results;
  }

 private:
  [[nodiscard]] std::vector<Point> nodes() const {
    std::vector<Point> points;
    std::array<std::vector<double>, 3> x;
    for (int e = 0; e < to_.n_elements(); ++e) {
      to_.element_points(e, x);
      for (std::size_t q = 0; q < to_.element_size(); ++q)
        points.push_back(wrapped({x[0][q], x[1][q], x[2][q]}, from_.box()));
    }
    return points;
  }
  void refuse_missing(const space::Interpolation& interpolation,
                      std::span<const Point> points) const {
    const auto& missing = interpolation.missing();
    const auto& communicator = to_.communicator();
    const long long n_missing = communicator.sum(static_cast<long long>(missing.size()));
    if (n_missing == 0) return;
    std::array<double, 3> first{-INFINITY, -INFINITY, -INFINITY};
    if (!missing.empty()) first = points[missing.front()];
    communicator.max(first);
    throw base::Error(
        fmt::format("its mesh does not reach {} nodes of this case, the furthest "
                    "with coordinates up to ({:.6g}, {:.6g}, {:.6g})",
                    n_missing, first[0], first[1], first[2]));
  }

  const space::FunctionSpace& from_;
  const space::FunctionSpace& to_;
  space::ElementSearch search_;
};

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
    return make_space(the_case, space.communicator());
  });
  const auto fields = read_on(old_space, checkpoint, names);
  return naming(checkpoint, [&] { return Transfer(old_space, space)(fields); });
}

}  // namespace lobatto::run
