#pragma once

#include "physics/terms/explicit_term.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// What u . grad u has around an axis besides u . grad of its components along x, the radius and
/// the angle, whose unit vectors turn: (0, -w^2, v w) / r. Zero on the axis.
class TurningTerm final : public ExplicitTerm {
 public:
  /// All of it must live as long.
  TurningTerm(const state::Variable& velocity, const space::FunctionSpace& space)
      : velocity_(velocity), space_(space) {}

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  const state::Variable& velocity_;
  const space::FunctionSpace& space_;
  std::array<std::vector<double>, 3> places_;
};

}  // namespace lobatto::physics
