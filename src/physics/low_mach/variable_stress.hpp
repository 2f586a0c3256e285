#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/coefficients/coefficient.hpp"
#include "physics/low_mach/density.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// What a density that varies adds to the provisional velocity. With Q = div u, the viscosity mu
/// and f_i = sum_j (d mu/dx_j) (d u_j/dx_i) - Q d mu/dx_i the stress
/// tau = 2 mu S - (2/3) mu Q I of a gas has
///   div tau = div(mu grad u) + f + grad(mu Q) / 3
///           = -curl(mu omega) + 2 f + (4/3) grad(mu Q).
/// The velocity takes the first,
///   rho (b_0 u - u_hat) = -grad p + div(mu grad u) + f + grad(mu Q) / 3 + (rho - rho_ref) g,
/// and the pressure the second over rho. With grad q, -(1/rho) curl(mu omega) leaves
///   -int (mu/rho) (n x omega) . grad q - (mu omega x grad(1/rho), grad q),
/// of which PressureBoundary has the first: no second derivatives are taken. Velocities within are
/// extrapolated; those of the pressure to second order, for the reasons of
/// PressureBoundary::max_order.
class VariableStress {
 public:
  /// All must live as long.
  VariableStress(const space::FunctionSpace& space, const Density& density,
                 const Coefficient& viscosity, const state::Variable& velocity);

  /// u_hat and what stands beside it in the equation of the pressure, on a block; valid until the
  /// next call. u_hat: begins at its first element.
  [[nodiscard]] std::array<const double*, 3> of_pressure(const time::NextStep& next,
                                                         const space::ElementBlock& block,
                                                         const std::array<const double*, 3>& u_hat);
  /// rho u_hat and what stands beside it in the equation of the velocity, in place of u_hat.
  /// u_star: extrapolated.
  void of_velocity(const space::ElementBlock& block, const state::Variable& u_star,
                   const std::array<double*, 3>& u_hat);
  /// mu / rho, of the new time, for the boundary of the pressure. [size]
  void kinematic_viscosity(space::Field& out) const;

  [[nodiscard]] kernels::Cost cost() const;

 private:
  using Vector = std::array<std::vector<double>, 3>;
  void gradient(const space::ElementBlock& block, const double* of, Vector& out);
  /// The slopes of mu and of mu Q, those of the velocity, and f.
  void evaluate(const space::ElementBlock& block, const std::array<const double*, 3>& velocity);

  const space::FunctionSpace& space_;
  const Density& density_;
  const Coefficient& viscosity_;
  const state::Variable& velocity_;
  std::unique_ptr<space::ElementOperators> operators_;
  // Of a block:
  Vector of_viscosity_, of_product_, of_volume_, f_, result_, ahead_;
  std::array<Vector, 3> of_velocity_;  ///< [component][along]
  std::vector<double> product_;        ///< mu Q
};

}  // namespace lobatto::physics
