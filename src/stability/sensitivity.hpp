#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "physics/equations/equation_system.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "stability/flow_vector.hpp"
#include "stability/mode_search.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// A mode and the adjoint mode of the same eigenvalue.
struct ModePair {
  Mode mode, adjoint;
  ModeShape shape, adjoint_shape;
};

/// What an eigenvalue s depends on. With a mode q = (u, theta), the adjoint mode v, which is the
/// eigenvector of the transpose, so that no conjugate is taken, and N = int v . q:
struct Sensitivity {
  /// |q| |v| / |N|: 1 where modes are orthogonal; by how much s may move at most when the operator
  /// does by one.
  double condition = 0;
  /// |u| |v| / |N| at each node: where a local feedback of the velocity moves s most (Giannetti and
  /// Luchini, J. Fluid Mech. 581, 2007).
  std::vector<double> wave_maker;
  /// ds = int g . dU of a small change dU of the base flow that the boundary does not see (Marquet,
  /// Sipp and Jacquin, J. Fluid Mech. 615, 2008), a vector of the search; real part: of the growth,
  ///   g_i = (u . grad v_i - sum_c v_c dq_c/dx_i) / N, of scalars g_theta = u . grad v_theta / N.
  ModeShape by_base_flow;
};

/// What a mode's kinetic energy grows by, each over twice that energy, so that their sum is the
/// growth:
///   -int u*_i u_j dU_i/dx_j, -nu int |grad u|^2,
/// and the rest: buoyancy, boundaries, and what the discretisation leaves.
struct EnergyBudget {
  double production = 0, dissipation = 0, rest = 0;
};

struct SensitiveMode {
  ModePair pair;  ///< the velocity of the adjoint mode has no divergence
  Sensitivity sensitivity;
  EnergyBudget budget;
};

/// Of modes of a perturbation whose base flow is set.
class ModeAnalysis {
 public:
  /// state and equations, with these settings, must live as long.
  ModeAnalysis(state::State& state, physics::EquationSystem& equations,
               const physics::FlowSettings& settings);

  /// Collective.
  [[nodiscard]] SensitiveMode analysed(const ModePair& pair) const;

 private:
  /// The pair with the part of the adjoint velocity that has no divergence. The other is a gradient
  /// of the order of dt, which the first step of a perturbation takes away, but not what that step
  /// makes of it.
  [[nodiscard]] ModePair solenoidal(ModePair pair) const;
  [[nodiscard]] Sensitivity sensitivity_of(const ModePair& pair) const;
  [[nodiscard]] EnergyBudget budget_of(const ModePair& pair) const;
  void subtract_gradient(std::span<const double> phi, std::span<double> vector) const;

  const state::State& state_;
  const space::FunctionSpace& space_;
  FlowVector flow_;
  double viscosity_, wave_number_;
  space::BoundaryConditions pressure_conditions_;
};

}  // namespace lobatto::stability
