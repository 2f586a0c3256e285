#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/terms/explicit_term.hpp"
#include "space/advection.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// u . grad Phi, what a perturbation u of a flow carries of its field Phi, a scalar or a vector; at
/// the quadrature nodes of the advection, so that both together are the derivative of that of the
/// whole flow. Nothing is carried in solids.
class BaseGradientTerm final : public ExplicitTerm {
 public:
  /// Terms that are evaluated one after another may share the advection. The rest must live as
  /// long.
  BaseGradientTerm(std::shared_ptr<space::Advection> advection, const state::Variable& velocity,
                   const state::Variable& base, const space::FunctionSpace& space)
      : advection_(std::move(advection)), velocity_(velocity), base_(base), space_(space) {}

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  std::shared_ptr<space::Advection> advection_;
  const state::Variable& velocity_;
  const state::Variable& base_;
  const space::FunctionSpace& space_;
  std::vector<double> carried_;  ///< of a block
};

}  // namespace lobatto::physics
