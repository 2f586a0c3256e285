#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "perf/machine_rates.hpp"
#include "physics/coefficients/coefficient_law.hpp"
#include "physics/conditions/kinds.hpp"
#include "physics/low_mach/density_settings.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "space/function_space.hpp"

namespace lobatto::extruded {
class ExtrudedPlans;
}

namespace lobatto::physics {

using VectorFunction = std::array<space::SpaceTimeFunction, 3>;

/// Writes values at the nodes of some elements or of a boundary: (x, y, z) of the nodes, time,
/// velocity and scalars there.
using SourceFunction = std::function<void(
    const space::Points& points, double t, std::span<const double* const> velocity,
    std::span<const double* const> scalars, std::span<double> out)>;
using VectorSource = std::array<SourceFunction, 3>;

class FollowingValues;

/// A vector on one part of the boundary.
struct GivenVector {
  VectorFunction at;
  bool depends_on_time = true;
  VectorSource of_solution = {};  ///< instead of `at`, where that uses the solution
  /// What `at` has its values from, where they follow the solution; else null.
  std::shared_ptr<FollowingValues> follows = {};
};

/// What holds for the velocity on one part of the boundary.
struct VelocityBoundaryCondition {
  VelocityCondition kind = VelocityCondition::wall;
  VectorFunction velocity;  ///< where all, the normal or the other components of it are given
  bool depends_on_time = true;
  VectorSource of_solution = {};  ///< instead of `velocity`, where that uses the solution
  /// Over the density, of components whose velocity is free. None: nu du/dn = 0, and p = 0 where
  /// the part is open.
  std::optional<GivenVector> traction = {};
  TractionForm traction_form = TractionForm::gradient;
  bool damps_backflow = true;  ///< see Backflow; where it is open
  /// What `velocity` has its values from, where they follow the solution; else null.
  std::shared_ptr<FollowingValues> follows = {};
};

/// What holds for a scalar on one part of the boundary.
struct ScalarBoundaryCondition {
  ScalarCondition kind = ScalarCondition::insulated;
  space::SpaceTimeFunction value;  ///< the value, the flux diffusivity dT/dn, or T_ambient
  bool depends_on_time = true;
  SourceFunction of_solution = {};            ///< instead of `value`, where that uses the solution
  space::SpaceTimeFunction coefficient = {};  ///< h of `robin`, not negative; of place alone
};

/// Of the pressure (tensor_direct, extruded_direct or schwarz_multigrid), the velocity or a scalar
/// (all but schwarz_multigrid).
/// tensor_cg: conjugate gradients for a coefficient that is a field, preconditioned by the tensor
/// direct solver with its mean; automatic: one of the others, chosen before there are equations.
enum class SolverMethod {
  automatic,
  tensor_direct,
  tensor_cg,
  schwarz_multigrid,
  jacobi_cg,
  extruded_direct
};

using precond::CoarseKind;

/// How the iterative pressure solver works. Residuals of this and the next one are measured by
/// AssembledHelmholtz::residual_weight.
struct IterativePoisson {
  double tolerance = 1e-8;  ///< residual relative to the right-hand side
  int max_iterations = 1000;
  int projection_vectors = 8;             ///< recent solutions that the initial guess is made from
  bool double_precision = false;          ///< of the preconditioner
  std::optional<CoarseKind> coarse = {};  ///< of the coarse problem; none: chosen
  bool follows_steps = false;  ///< whether it may leave more, as HelmholtzProblem::enough says
};

/// How the iterative solver of velocity and scalars works.
struct IterativeHelmholtz {
  double tolerance = 1e-10;  ///< residual relative to the right-hand side
  int max_iterations = 1000;
  int projection_vectors = 0;  ///< recent corrections that improve the initial guess, a component
  bool follows_steps = false;  ///< as of IterativePoisson
};

struct ScalarSettings {
  std::string name;
  CoefficientSettings diffusivity = 1.0;       ///< where an element is solid, its conductivity
  std::vector<ScalarBoundaryCondition> faces;  ///< one per part of the boundary of the space
  SourceFunction source;                       ///< empty: none
  SolverMethod method = SolverMethod::tensor_direct;  ///< jacobi_cg where a face is `robin`
  double turbulent_prandtl = 0.85;                    ///< eddy viscosity over eddy diffusivity
  bool is_advected = true;
  std::vector<SourceFunction> solid_sources = {};  ///< in each solid of the space; empty: none
  /// Heat capacity per volume over that of the fluid, at all nodes; null: 1 everywhere.
  std::shared_ptr<const space::Field> capacity = {};
};

struct BodyForce {
  VectorFunction components;
  bool depends_on_time = false;
};

struct FlowRate {
  int direction = 2;
  double bulk_velocity = 1;  ///< mean over the volume
};

/// Sets a velocity to that of time t, at the nodes of its space. Collective.
using VelocityAt =
    std::function<void(const space::FunctionSpace& space, double t, space::VectorField& velocity)>;

/// A velocity that is not solved for; without `at` and `components` as it is set, for ever.
struct GivenVelocitySettings {
  VelocityAt at;
  bool depends_on_time = false;
  VectorFunction components = {};  ///< instead of `at`
};

class BaseOrbit;
class MeshMotion;
class MovingMesh;
class SubgridModel;
/// Makes the viscosity of the motions that a mesh does not resolve. Throws base::Error where the
/// space does not go with it.
using SubgridModelOn =
    std::function<std::unique_ptr<SubgridModel>(const space::FunctionSpace& space)>;

struct Assembly;
/// Adds terms and equations.
using Addition = std::function<void(Assembly& assembly)>;

/// Everything that defines the equations and their discretisation in time.
struct FlowSettings {
  std::optional<GivenVelocitySettings> given_velocity;  ///< and there is no flow to solve for
  CoefficientSettings viscosity = 1.0;
  /// Where it varies; viscosity and diffusivities are then dynamic ones, of a scalar rho times its
  /// diffusivity, and sources and tractions are those of a volume and an area.
  std::optional<DensitySettings> density;
  std::vector<VelocityBoundaryCondition> faces;  ///< one per part of the boundary of the fluid
  bool is_advected = true;                       ///< the velocity; without it a Stokes flow
  std::optional<FlowRate> flow_rate;
  std::optional<BodyForce> body_force;
  std::vector<ScalarSettings> scalars;
  SubgridModelOn subgrid_model;     ///< on top of the viscosity; empty: none
  std::vector<Addition> additions;  ///< once all the rest is there
  /// Of a perturbation in a plane, which is then a wave along z (space/wave_along_z.hpp): beta,
  /// above zero. See linearised(), which alone sets it.
  double wave_number = 0;
  /// Of a perturbation of a flow that is periodic in time: that flow. See linearised().
  std::shared_ptr<BaseOrbit> base_orbit = {};
  /// Where the nodes of the mesh go; null where they stay.
  std::shared_ptr<MeshMotion> mesh_motion = {};
  /// The mesh that does so, of who owns the space of the equations.
  std::shared_ptr<MovingMesh> moving_mesh = {};
  int time_order = 3;
  /// Whether what is advected is taken along characteristics (Characteristics), not extrapolated.
  bool along_characteristics = false;
  /// Of each step of third order, StepReport::local_error: takes the memory of a level of the
  /// velocity and the scalars, where their solvers have no guess.
  bool estimates_error = false;
  int quadrature_nodes =
      0;  ///< Gauss nodes per direction for the advection; 0: ceil(3 n / 2); -1: the GLL nodes
  SolverMethod pressure_method = SolverMethod::tensor_direct;
  std::shared_ptr<extruded::ExtrudedPlans> layers = {};  ///< of the mesh, for extruded_direct
  IterativePoisson iterative_pressure;
  SolverMethod velocity_method = SolverMethod::tensor_direct;
  IterativeHelmholtz iterative_velocity;  ///< and scalars
  perf::MachineRates rates;  ///< by which solvers choose between ways to the same result
};

}  // namespace lobatto::physics
