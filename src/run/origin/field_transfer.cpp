#include "run/origin/field_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "space/interpolation.hpp"

namespace lobatto::run {

namespace {

/// Points of a rank that are looked for at a time: what a point needs is some 100 bytes.
constexpr std::size_t batch = 32768;
/// Of an element's half-length: curved walls of two meshes are not quite in the same place.
constexpr double max_excess = 0.05;

void refuse_missing(const std::string& name, const space::Interpolation& interpolation,
                    std::span<const FieldTransfer::Point> points,
                    const comm::Communicator& communicator) {
  const auto& missing = interpolation.missing();
  const long long n_missing = communicator.sum(static_cast<long long>(missing.size()));
  if (n_missing == 0) return;
  std::array<double, 3> first{-INFINITY, -INFINITY, -INFINITY};
  if (!missing.empty()) first = points[missing.front()];
  communicator.max(first);
  throw base::Error(
      fmt::format("{}: its mesh does not reach {} nodes of this case, the furthest "
                  "with coordinates up to ({:.6g}, {:.6g}, {:.6g})",
                  name, n_missing, first[0], first[1], first[2]));
}

}  // namespace

std::vector<space::Field> FieldTransfer::operator()(
    const std::vector<std::span<const double>>& fields) const {
  std::vector<space::Field> results;
  for (std::size_t f = 0; f < fields.size(); ++f) results.push_back(to_.make_field());
  const auto points = nodes();
  const auto& communicator = to_.communicator();
  const std::size_t n_own = (points.size() + batch - 1) / batch;
  const auto n_batches = static_cast<std::size_t>(communicator.max(static_cast<double>(n_own)));
  for (std::size_t b = 0; b < n_batches; ++b) {
    const std::size_t first = std::min(points.size(), b * batch);
    const std::size_t n = std::min(batch, points.size() - first);
    const auto some = std::span(points).subspan(first, n);
    space::Interpolation interpolation(communicator, search_, some, max_excess);
    refuse_missing(name_, interpolation, some, communicator);
    for (std::size_t f = 0; f < fields.size(); ++f)
      interpolation.evaluate(fields[f], std::span<double>(results[f]).subspan(first, n));
  }
  // Copies of a node lie in different elements of the old mesh, to round-off.
  for (auto& result : results) to_.make_sides_continuous(result);
  return results;
}

FieldTransfer::Place into_periods(const std::array<mesh::Axis, 3>* axes) {
  return [axes](FieldTransfer::Point x) {
    for (int d = 0; axes != nullptr && d < 3; ++d) {
      const mesh::Axis& axis = (*axes)[d];
      if (!axis.periodic) continue;
      x[d] -= std::floor((x[d] - axis.ticks.front()) / axis.length()) * axis.length();
    }
    return x;
  };
}

std::vector<FieldTransfer::Point> FieldTransfer::nodes() const {
  std::vector<Point> points;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < to_.n_elements(); ++e) {
    to_.element_points(e, x);
    for (std::size_t q = 0; q < to_.element_size(); ++q)
      points.push_back(place_({x[0][q], x[1][q], x[2][q]}));
  }
  return points;
}

}  // namespace lobatto::run
