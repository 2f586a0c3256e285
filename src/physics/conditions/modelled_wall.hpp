#pragma once

#include <span>
#include <vector>

#include "physics/conditions/following_values.hpp"
#include "physics/conditions/nearby_velocity.hpp"
#include "physics/conditions/wall_law.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

struct WallModel {
  WallLaw law;
  double height = 0;     ///< above the wall, at which the law takes the velocity
  double viscosity = 0;  ///< of the fluid
};

/// A wall whose friction a mesh does not resolve: nothing passes, and the shear stress along it is
/// -u_tau^2 in the direction of the velocity at a height, with u_tau of a law of the wall (U.
/// Schumann, J. Comput. Phys. 18 (1975), with the local velocity: W. Piomelli & E. Balaras, Annu.
/// Rev. Fluid Mech. 34 (2002)). The velocity is extrapolated to the time of the step.
class ModelledWall final : public FollowingValues {
 public:
  /// On the part of the boundary of the space with this index. The space must live as long. Throws
  /// base::Error on all ranks where the height leads out of the mesh. Collective.
  ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model);

  void watch(const state::Variable& velocity,
             const std::vector<const state::Variable*>& /*scalars*/) override {
    above_.watch(velocity);
  }
  void record() override { above_.record(); }
  void extrapolate(const time::Extrapolation& extrapolation) override;
  void take_current() override;

  /// One component of the stress on the fluid over its density. points: some of the part, with
  /// Points::nodes.
  void evaluate(int d, const space::Points& points, std::span<double> out) const;

 private:
  ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model,
               std::vector<std::size_t> nodes);
  /// Of the velocity in stress_.
  void find_stress();

  WallModel model_;
  NearbyVelocity::Values normals_;  ///< outward, at the nodes of the part
  NearbyVelocity above_;
  NearbyVelocity::Values stress_;
};

/// Makes a part of the boundary such a wall. Collective.
void model_wall(const space::FunctionSpace& space, int boundary, const WallModel& model,
                VelocityBoundaryCondition& face);

}  // namespace lobatto::physics
