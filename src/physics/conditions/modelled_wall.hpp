#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "physics/conditions/following_values.hpp"
#include "physics/conditions/nearby_values.hpp"
#include "physics/conditions/surface_layer.hpp"
#include "physics/conditions/wall_law.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

struct WallModel {
  WallLaw law;
  double height = 0;     ///< above the wall, at which the law takes velocity and scalars
  double viscosity = 0;  ///< of the fluid
};

/// A scalar at a wall with a model; see ScalarDrop.
struct ScalarAtWall {
  std::size_t scalar = 0;            ///< in the order of the settings
  space::SpaceTimeFunction surface;  ///< its value on the wall
  double roughness = 0;
  double buoyancy = 0;
};

/// A wall whose friction a mesh does not resolve: nothing passes, and the shear stress along it is
/// -u_tau^2 in the direction of the velocity at a height, with u_tau of a law of the wall (U.
/// Schumann, J. Comput. Phys. 18 (1975), with the local velocity: W. Piomelli & E. Balaras, Annu.
/// Rev. Fluid Mech. 34 (2002)), or of a layer that scalars stratify. What it takes is extrapolated
/// to the time of the step.
class ModelledWall final : public FollowingValues {
 public:
  /// On the part of the boundary of the space with this index. The space must live as long. Throws
  /// base::Error on all ranks where the height leads out of the mesh. Collective.
  ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model);

  /// Before watch(); of a rough wall alone. Returns its number for flux().
  std::size_t add_scalar(ScalarAtWall scalar);
  [[nodiscard]] bool is_rough() const { return model_.law.kind == WallLawKind::rough; }

  void watch(const state::Variable& velocity,
             const std::vector<const state::Variable*>& scalars) override;
  void record() override { above_.record(); }
  void extrapolate(const time::Extrapolation& extrapolation) override;
  void take_current() override;

  /// At time t, at some points of the part, with Points::nodes: one component of the stress on the
  /// fluid over its density.
  void stress(int d, const space::Points& points, double t, std::span<double> out);
  /// What the wall gives of a scalar, diffusivity times its outward derivative.
  void flux(std::size_t number, const space::Points& points, double t, std::span<double> out);

 private:
  ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model,
               std::vector<std::size_t> nodes);
  /// stress_ and fluxes_ of time t.
  void prepare(double t);
  void prepare_node(std::size_t i, std::span<const std::vector<double>> surfaces);

  WallModel model_;
  std::array<std::vector<double>, 3> places_, normals_;  ///< of the nodes of the part; outward
  NearbyValues above_;
  std::vector<ScalarAtWall> scalars_;
  NearbyValues::Values at_height_;
  double time_ = std::numeric_limits<double>::quiet_NaN();  ///< of what follows
  std::array<std::vector<double>, 3> stress_;
  std::vector<std::vector<double>> fluxes_;
};

/// Makes a part of the boundary such a wall. Collective.
void model_wall(const space::FunctionSpace& space, int boundary, const WallModel& model,
                VelocityBoundaryCondition& face);

/// Makes the flux of a scalar that of such a wall; false where that of the velocity is none, or
/// none that is rough.
bool model_flux(const VelocityBoundaryCondition& of_velocity, ScalarAtWall scalar,
                ScalarBoundaryCondition& face);

}  // namespace lobatto::physics
