#include "physics/conditions/nearby_velocity.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

namespace {

std::vector<space::Interpolation::Point> places_of(
    const space::FunctionSpace& space, const std::vector<std::size_t>& nodes,
    const std::function<NearbyVelocity::Vector(std::size_t)>& way_from) {
  std::vector<space::Interpolation::Point> places;
  std::array<std::vector<double>, 3> x;
  const std::size_t size = space.element_size();
  std::size_t last = static_cast<std::size_t>(-1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t e = nodes[i] / size, q = nodes[i] % size;
    if (e != last) space.element_points(static_cast<int>(last = e), x);
    auto& place = places.emplace_back(way_from(i));
    for (int d = 0; d < 3; ++d) place[d] += x[d][q];
  }
  return places;
}

}  // namespace

NearbyVelocity::NearbyVelocity(const space::FunctionSpace& space, int boundary,
                               std::vector<std::size_t> nodes,
                               const std::function<Vector(std::size_t)>& way_from,
                               const std::string& complaint)
    : nodes_(std::move(nodes)),
      inside_(space, places_of(space, nodes_, way_from)),
      levels_(std::vector<Values>(FollowingValues::max_order, nothing())) {
  const auto n_missing = static_cast<long long>(inside_.missing().size());
  if (space.communicator().sum(n_missing) > 0)
    throw base::Error("the boundary '" + space.boundaries()[boundary].name + "' " + complaint);
}

void NearbyVelocity::record() {
  levels_.advance();
  take_current(levels_.current());
}

void NearbyVelocity::extrapolate(const time::Extrapolation& extrapolation, Values& values) const {
  for (int d = 0; d < 3; ++d) {
    std::ranges::fill(values[d], 0.0);
    for (int level = 0; level < extrapolation.order; ++level)
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        values[d][i] += extrapolation.history[level] * levels_.at(level)[d][i];
  }
}

void NearbyVelocity::take_current(Values& values) {
  for (int d = 0; d < 3; ++d) inside_.evaluate(velocity_->now(d), values[d]);
}

std::size_t NearbyVelocity::place_of(std::size_t node) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
}

NearbyVelocity::Values NearbyVelocity::nothing() const {
  Values values;
  values.fill(std::vector<double>(nodes_.size()));
  return values;
}

void NearbyVelocity::select(const std::vector<double>& values, const space::Points& points,
                            std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[place_of(points.nodes[i])];
}

}  // namespace lobatto::physics
