#pragma once

#include <vector>

#include "kernels/products/contraction.hpp"
#include "physics/terms/explicit_term.hpp"
#include "poly/matrix.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// A viscosity that the highest modes of each element feel alone (Tadmor 1989; in spectral elements
/// Xu & Pasquetti 2004, Kirby & Sherwin 2006): along each direction a of an element
///
///   -int v f = sum_a int c_a J (R D_a v) (R D_a phi),   c_a = (2 U / N) |grad r_a|,   R^2 = Q,
///
/// with U the velocity, D_a = d/dr_a and Q of the Legendre polynomials along that direction. In an
/// axis-aligned element of lengths h it is the viscosity (U h_a / N) Q of the direction a.
/// Symmetric, and never positive for v = phi, on any element; polynomials of the degree N + 1 -
/// n_modes in each coordinate of the element feel nothing.
class SpectralViscosityTerm final : public ExplicitTerm {
 public:
  /// The field and the space must live as long.
  SpectralViscosityTerm(int n_modes, double velocity, const state::Variable& field,
                        const space::FunctionSpace& space);

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;
  [[nodiscard]] bool is_filter() const override { return true; }

 private:
  void weigh_curved_elements();
  /// taken_ = -f on element e.
  void evaluate(int e, const double* phi);
  void add_along(int e, int direction, const double* phi);
  void multiply(int direction, const poly::Matrix& matrix, const poly::Matrix& transposed,
                const double* phi, double* out) const;

  const state::Variable& field_;
  const space::FunctionSpace& space_;
  std::size_t n_values_;
  double strength_;                      ///< 2 U / N
  poly::Matrix root_, root_transposed_;  ///< R D
  poly::Matrix line_, line_transposed_;  ///< W^-1 (R D)^T W R D
  kernels::ElementProducts products_;
  /// Of curved elements w J c_a. [element][a][k][j][i]
  base::AlignedArray<double> weights_;
  base::AlignedArray<double> product_, along_, taken_;  ///< of one element
};

/// The rate at which that term lets the modes decay that it takes fastest, or a bound of it where
/// elements are curved, in 1 / time: an explicit step bears time::decay_limit() of it. Collective.
double spectral_viscosity_rate(int n_modes, double velocity, const space::FunctionSpace& space);

}  // namespace lobatto::physics
