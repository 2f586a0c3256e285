#include "physics/conditions/recycled_velocity.hpp"

#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

RecycledVelocity::RecycledVelocity(const space::FunctionSpace& space, int boundary,
                                   const Recycling& recycling)
    : space_(space),
      boundary_(space, boundary),
      bulk_velocity_(recycling.bulk_velocity),
      area_(boundary_.area()),
      inside_(
          space, boundary, space::boundary_nodes(space, boundary),
          [&](std::size_t) { return recycling.offset; },
          "recycles the velocity of points that lie outside of the mesh") {}

void RecycledVelocity::extrapolate(const time::Extrapolation& extrapolation) {
  inside_.extrapolate(extrapolation, values_);
  const double mean = mean_inward();
  if (!flows_in(mean))
    throw base::Error("the boundary '" + boundary_.name() +
                      "' recycles a velocity that carries nothing into the fluid, so that it "
                      "cannot be scaled to the given mean; begin with a flow through it");
  scale(mean);
}

void RecycledVelocity::take_current() {
  inside_.take_current(values_);
  const double mean = mean_inward();
  if (flows_in(mean)) scale(mean);
}

double RecycledVelocity::mean_inward() const {
  double inward = 0;
  for (std::size_t i = 0; i < boundary_.n_values(); ++i) {
    const std::size_t slot = i / boundary_.n_nodes(), q = i % boundary_.n_nodes();
    const std::size_t at = inside_.place_of(boundary_.side(slot).element * space_.element_size() +
                                            boundary_.offsets(slot)[q]);
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
  inside_.select(values_[d], points, out);
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
