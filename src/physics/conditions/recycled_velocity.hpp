#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/conditions/following_values.hpp"
#include "physics/conditions/nearby_values.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The velocity at x + offset, with this mean over the part into the fluid.
struct Recycling {
  std::array<double, 3> offset{};
  double bulk_velocity = 1;
};

/// Inflow from inside the same flow: the velocity at x + offset, extrapolated to the time of the
/// step, times what makes its mean into the fluid the given one. Without that factor nothing would
/// hold the flow rate: what flows in flows through the plane inside, too.
class RecycledVelocity final : public FollowingValues {
 public:
  /// On the part of the boundary of the space with this index. The space must live as long. Throws
  /// base::Error on all ranks where x + offset lies outside of the mesh. Collective.
  RecycledVelocity(const space::FunctionSpace& space, int boundary, const Recycling& recycling);

  void watch(const state::Variable& velocity,
             const std::vector<const state::Variable*>& /*scalars*/) override {
    inside_.watch(velocity);
  }
  void record() override { inside_.record(); }
  /// Throws base::Error on all ranks where nothing would flow in.
  void extrapolate(const time::Extrapolation& extrapolation) override;
  /// As they are where nothing flows in.
  void take_current() override;

  /// One component. points: some of the part, with Points::nodes.
  void evaluate(int d, const space::Points& points, std::span<double> out) const;

 private:
  /// Of the values. Collective.
  [[nodiscard]] double mean_inward() const;
  [[nodiscard]] bool flows_in(double mean) const;
  void scale(double mean);

  const space::FunctionSpace& space_;
  space::Boundary boundary_;
  double bulk_velocity_;
  double area_;
  NearbyValues inside_;
  NearbyValues::Values values_;
};

/// Makes the velocity of a part of the boundary a recycled one, as RecycledVelocity does.
/// Collective.
void recycle(const space::FunctionSpace& space, int boundary, const Recycling& recycling,
             VelocityBoundaryCondition& face);

}  // namespace lobatto::physics
