#pragma once

#include <optional>
#include <string>
#include <vector>

#include "krylov/conjugate_gradients.hpp"
#include "physics/scalar_limits.hpp"

namespace lobatto::physics {

/// Means over the volume of u.u/2 and omega.omega/2, the root mean square of div u, and the largest
/// sum_d |u_d| / dx_d over the nodes (1 / time; times dt it is the CFL number). What feeds the
/// kinetic energy: the power of the forces now and of the boundaries over the last step, over the
/// volume; the viscosity, which takes energy, is left out, what a filter takes is not. Where the
/// density varies the energy is that of rho u . u / 2.
struct FlowState {
  double kinetic_energy = 0;
  double enstrophy = 0;
  double divergence = 0;
  double cfl_rate = 0;
  double power = 0;
  std::optional<double> filter_power = {};  ///< the part of it that a filter of the velocity does
};

struct NamedSolve {
  std::string equation;
  std::string solver;
  krylov::SolveReport report;
};

/// What a scalar holds, and what changed that in a step, per time and over the whole domain. The
/// change is conduction, convection and source, but for what the velocity's divergence makes of it.
struct ScalarReport {
  /// Of one solid: its content, and what comes in by diffusion through all of its surface.
  struct InSolid {
    std::string name;
    double content = 0;
    double conduction = 0;
  };
  std::string name;
  double content = 0;     ///< int T, in solids times their capacity
  double change = 0;      ///< d/dt int T
  double conduction = 0;  ///< int over the boundary of diffusivity dT/dn, into the fluid
  double convection = 0;  ///< -int over the boundary of u . n T
  double source = 0;      ///< int of the source
  std::vector<InSolid> solids = {};
  ScalarLimits limits = {};
};

/// Where the density varies: what the domain holds and what leaves it per time; what the two do not
/// say of each other is the error of the step.
struct MassReport {
  double content = 0;                   ///< int rho
  double change = 0;                    ///< d/dt int rho
  double outflow = 0;                   ///< int over the boundary of rho u . n
  std::optional<double> pressure = {};  ///< of an ideal gas: the thermodynamic pressure
};

/// What one step did.
struct StepReport {
  long long step = 0;
  double time = 0;
  double dt = 0;
  int order = 1;
  FlowState state;
  std::optional<double> bulk_velocity;      ///< where the flow rate is held
  std::optional<double> pressure_gradient;  ///< the uniform force that holds it, -dp/dx
  /// Net flux of the velocities given on the boundary over int |u . n|, by the quadrature of the
  /// elements; where they change with time and no outflow makes up for it.
  std::optional<double> flux_mismatch;
  /// Where somebody has looked: how much the fields change per unit of time, in parts of them.
  std::optional<double> change;
  /// Where it is estimated: the local error that a step of second order would have made, of the
  /// velocity or the scalar that has most, over its root mean square.
  std::optional<double> local_error;
  /// Where solvers begin with predictions: that of the step of third order itself, of the field
  /// that has least (LocalErrors).
  std::optional<double> step_error;
  std::vector<NamedSolve> solves;
  std::vector<ScalarReport> scalars;
  std::optional<MassReport> mass = {};
};

}  // namespace lobatto::physics
