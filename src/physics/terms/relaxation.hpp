#pragma once

#include "kernels/products/element_filter.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// The relaxation -chi (phi - F phi) of the highest modes of each element, with F (x) F (x) F of a
/// filter of Legendre polynomials (Stolz, Schlatter & Kleiser 2005): symmetric and positive under
/// the quadrature of an axis-aligned element, so that it takes energy from every velocity. In the
/// bubble basis, which would keep phi - F phi continuous, it would feed some. It damps the n_modes
/// highest modes; chi, in 1 / time, is the rate at which the highest decays.
class RelaxationTerm final : public ExplicitTerm {
 public:
  /// The field and the space must live as long.
  RelaxationTerm(int n_modes, double chi, const state::Variable& field,
                 const space::FunctionSpace& space);

  void begin(double /*t*/) override { integral_ = 0; }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double integral() const override { return integral_; }
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;
  [[nodiscard]] bool is_filter() const override { return true; }

 private:
  const state::Variable& field_;
  const space::FunctionSpace& space_;
  std::size_t n_values_;
  double chi_;
  double integral_ = 0;
  kernels::ElementFilter filter_;
  base::AlignedArray<double> low_;  ///< F phi of one element
};

}  // namespace lobatto::physics
