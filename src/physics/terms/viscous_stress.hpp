#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "physics/coefficients/coefficient.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"
#include "state/history.hpp"
#include "state/variable.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// What a viscosity that varies adds to div(nu grad u): of div u = 0 the divergence of the whole
/// stress is
///   div(2 nu S) = div(nu grad u) + f,   f_i = sum_j (d nu / dx_j) (d u_j / dx_i).
/// The velocity takes f as a force. The pressure takes it once more, at the new time, for
///   div(2 nu S) = -curl(nu omega) + 2 f,
/// and the first of the two is what PressureBoundary is for.
class ViscousStressTerm final : public ExplicitTerm {
 public:
  /// The viscosity is a field. Both must live as long.
  ViscousStressTerm(const space::FunctionSpace& space, const Coefficient& viscosity,
                    const state::Variable& velocity);
  ~ViscousStressTerm() override;

  void begin(double /*t*/) override { levels_.advance(); }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

  /// u + sum_j a_j f^{n-j} on a block, valid until the next call. u: begins at its first element.
  [[nodiscard]] std::array<const double*, 3> plus_extrapolated(
      const time::Extrapolation& extrapolation, const ElementBlock& block,
      const std::array<const double*, 3>& u) const;

 private:
  /// f on a block from the level of the fields, and workspace for it.
  class Evaluation;

  const space::FunctionSpace& space_;
  const Coefficient& viscosity_;
  const state::Variable& velocity_;
  state::History<space::VectorField> levels_;  ///< f, one step behind as E is
  std::unique_ptr<Evaluation> evaluation_;
};

}  // namespace lobatto::physics
