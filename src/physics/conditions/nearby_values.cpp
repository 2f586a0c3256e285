#include "physics/conditions/nearby_values.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

std::array<std::vector<double>, 3> places_of(const space::FunctionSpace& space,
                                             std::span<const std::size_t> nodes) {
  std::array<std::vector<double>, 3> places, x;
  const std::size_t size = space.element_size();
  std::size_t last = static_cast<std::size_t>(-1);
  for (const std::size_t node : nodes) {
    const std::size_t e = node / size;
    if (e != last) space.element_points(static_cast<int>(last = e), x);
    for (int d = 0; d < 3; ++d) places[d].push_back(x[d][node % size]);
  }
  return places;
}

namespace {

std::vector<space::Interpolation::Point> points_inside(
    const std::array<std::vector<double>, 3>& places,
    const std::function<NearbyValues::Vector(std::size_t)>& way_from) {
  std::vector<space::Interpolation::Point> points;
  for (std::size_t i = 0; i < places[0].size(); ++i) {
    auto& point = points.emplace_back(way_from(i));
    for (int d = 0; d < 3; ++d) point[d] += places[d][i];
  }
  return points;
}

}  // namespace

NearbyValues::NearbyValues(const space::FunctionSpace& space, int boundary,
                           std::vector<std::size_t> nodes,
                           const std::function<Vector(std::size_t)>& way_from,
                           const std::string& complaint)
    : nodes_(std::move(nodes)), inside_(space, points_inside(places_of(space, nodes_), way_from)) {
  const auto n_missing = static_cast<long long>(inside_.missing().size());
  if (space.communicator().sum(n_missing) > 0)
    throw base::Error("the boundary '" + space.boundaries()[boundary].name + "' " + complaint);
}

void NearbyValues::record() {
  levels_.advance();
  take_current(levels_.current());
}

void NearbyValues::extrapolate(const time::Extrapolation& extrapolation, Values& values) const {
  values.assign(levels_.at(0).size(), std::vector<double>(nodes_.size()));
  for (int level = 0; level < extrapolation.order; ++level)
    for (std::size_t c = 0; c < values.size(); ++c)
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        values[c][i] += extrapolation.history[level] * levels_.at(level)[c][i];
}

void NearbyValues::take_current(Values& values) {
  values.clear();
  for (const auto* field : fields_)
    for (int c = 0; c < field->n_components(); ++c) {
      values.emplace_back(nodes_.size());
      inside_.evaluate(field->now(c), values.back());
    }
}

std::size_t NearbyValues::place_of(std::size_t node) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
}

void NearbyValues::select(const std::vector<double>& values, const space::Points& points,
                          std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[place_of(points.nodes[i])];
}

}  // namespace lobatto::physics
