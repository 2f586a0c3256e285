#include "physics/conditions/recycled_velocity.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

namespace {

/// x + offset of each node.
std::vector<space::Interpolation::Point> points_inside(const space::FunctionSpace& space,
                                                       const std::vector<std::size_t>& nodes,
                                                       const std::array<double, 3>& offset) {
  std::vector<space::Interpolation::Point> points;
  std::array<std::vector<double>, 3> x;
  const std::size_t size = space.element_size();
  std::size_t last = static_cast<std::size_t>(-1);
  for (const std::size_t q : nodes) {
    if (q / size != last) space.element_points(static_cast<int>(last = q / size), x);
    points.push_back(
        {x[0][q % size] + offset[0], x[1][q % size] + offset[1], x[2][q % size] + offset[2]});
  }
  return points;
}

std::array<std::vector<double>, 3> nothing_at(std::size_t n_nodes) {
  std::array<std::vector<double>, 3> values;
  values.fill(std::vector<double>(n_nodes));
  return values;
}

std::size_t place_of(std::size_t node, const std::vector<std::size_t>& nodes) {
  return static_cast<std::size_t>(std::ranges::lower_bound(nodes, node) - nodes.begin());
}

}  // namespace

RecycledVelocity::RecycledVelocity(const space::FunctionSpace& space, int boundary,
                                   const Recycling& recycling)
    : space_(space),
      boundary_(space, boundary),
      bulk_velocity_(recycling.bulk_velocity),
      area_(boundary_.area()),
      nodes_(space::boundary_nodes(space, boundary)),
      inside_(space, points_inside(space, nodes_, recycling.offset)),
      values_(nothing_at(nodes_.size())),
      levels_(std::vector<Values>(max_order, values_)) {
  const auto n_missing = static_cast<long long>(inside_.missing().size());
  if (space.communicator().sum(n_missing) > 0)
    throw base::Error("the boundary '" + boundary_.name() +
                      "' recycles the velocity of points that lie outside of the mesh");
}

void RecycledVelocity::look(Values& values) {
  for (int d = 0; d < 3; ++d) inside_.evaluate(velocity_->now(d), values[d]);
}

void RecycledVelocity::record() {
  levels_.advance();
  look(levels_.current());
}

void RecycledVelocity::extrapolate(const time::Extrapolation& extrapolation) {
  for (int d = 0; d < 3; ++d) {
    std::ranges::fill(values_[d], 0.0);
    for (int level = 0; level < extrapolation.order; ++level)
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        values_[d][i] += extrapolation.history[level] * levels_.at(level)[d][i];
  }
  const double mean = mean_inward();
  if (!flows_in(mean))
    throw base::Error("the boundary '" + boundary_.name() +
                      "' recycles a velocity that carries nothing into the fluid, so that it "
                      "cannot be scaled to the given mean; begin with a flow through it");
  scale(mean);
}

void RecycledVelocity::take_current() {
  look(values_);
  const double mean = mean_inward();
  if (flows_in(mean)) scale(mean);
}

double RecycledVelocity::mean_inward() const {
  double inward = 0;
  for (std::size_t i = 0; i < boundary_.n_values(); ++i) {
    const std::size_t slot = i / boundary_.n_nodes(), q = i % boundary_.n_nodes();
    const std::size_t at = place_of(
        boundary_.side(slot).element * space_.element_size() + boundary_.offsets(slot)[q], nodes_);
    for (int d = 0; d < 3; ++d)
      inward -= boundary_.weights()[i] * boundary_.normal(d)[i] * values_[d][at];
  }
  return space_.communicator().sum(inward) / area_;
}

bool RecycledVelocity::flows_in(double mean) const { return mean > 1e-6 * bulk_velocity_; }

void RecycledVelocity::scale(double mean) {
  for (auto& component : values_)
    for (double& value : component) value *= bulk_velocity_ / mean;
}

void RecycledVelocity::evaluate(int d, const space::Points& points, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = values_[d][place_of(points.nodes[i], nodes_)];
}

void recycle(const space::FunctionSpace& space, int boundary, const Recycling& recycling,
             VelocityBoundaryCondition& face) {
  const auto recycled = std::make_shared<RecycledVelocity>(space, boundary, recycling);
  for (int d = 0; d < 3; ++d)
    face.velocity[d] = [recycled, d](const space::Points& points, double, std::span<double> out) {
      recycled->evaluate(d, points, out);
    };
  face.depends_on_time = true;
  face.follows = recycled;
}

}  // namespace lobatto::physics
