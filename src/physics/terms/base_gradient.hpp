#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "physics/base_orbit.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/advection.hpp"
#include "space/function_space.hpp"
#include "space/transposed_advection.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// u . grad Phi, what a perturbation u of a flow carries of its field Phi, a scalar or a vector; at
/// the quadrature nodes of the advection, so that both together are the derivative of that of the
/// whole flow. Nothing is carried in solids. Of a flow that is periodic in time each level sets Phi
/// to what that is then.
class BaseGradientTerm final : public ExplicitTerm {
 public:
  /// What is evaluated one after another may share the advection. The rest must live as long.
  struct Advections {
    std::shared_ptr<space::Advection> forwards;
    std::shared_ptr<space::TransposedAdvection> transposed;
  };
  BaseGradientTerm(Advections advections, const state::Variable& velocity, state::Variable& base,
                   const space::FunctionSpace& space, std::shared_ptr<const BaseOrbit> orbit)
      : advections_(std::move(advections)),
        velocity_(velocity),
        base_(base),
        space_(space),
        orbit_(std::move(orbit)) {}

  void begin(double t) override {
    if (orbit_) orbit_->set(t, base_);
  }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] bool has_transpose() const override { return true; }
  void add_transposed(const ElementBlock& block, std::span<const double* const> h,
                      Cotangents& to) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  [[nodiscard]] std::vector<const double*> base_on(const ElementBlock& block) const;

  Advections advections_;
  const state::Variable& velocity_;
  state::Variable& base_;
  const space::FunctionSpace& space_;
  std::shared_ptr<const BaseOrbit> orbit_;  ///< null of a steady flow
  std::vector<double> carried_;             ///< of a block
};

}  // namespace lobatto::physics
