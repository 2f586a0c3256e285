#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/terms/explicit_term.hpp"
#include "space/advection.hpp"
#include "space/function_space.hpp"
#include "space/transposed_advection.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// u . grad Phi, what a perturbation u of a flow carries of its field Phi, a scalar or a vector; at
/// the quadrature nodes of the advection, so that both together are the derivative of that of the
/// whole flow. Nothing is carried in solids.
class BaseGradientTerm final : public ExplicitTerm {
 public:
  /// What is evaluated one after another may share the advection. The rest must live as long.
  struct Advections {
    std::shared_ptr<space::Advection> forwards;
    std::shared_ptr<space::TransposedAdvection> transposed;
  };
  BaseGradientTerm(Advections advections, const state::Variable& velocity,
                   const state::Variable& base, const space::FunctionSpace& space)
      : advections_(std::move(advections)), velocity_(velocity), base_(base), space_(space) {}

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] bool has_transpose() const override { return true; }
  void add_transposed(const ElementBlock& block, std::span<const double* const> h,
                      Cotangents& to) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  [[nodiscard]] std::vector<const double*> base_on(const ElementBlock& block) const;

  Advections advections_;
  const state::Variable& velocity_;
  const state::Variable& base_;
  const space::FunctionSpace& space_;
  std::vector<double> carried_;  ///< of a block
};

}  // namespace lobatto::physics
