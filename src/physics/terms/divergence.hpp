#pragma once

#include <memory>

#include "physics/terms/explicit_term.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// Half of T div u, which is nothing for a velocity without divergence and makes u . grad T + half
/// of T div u skew-symmetric for any other: convection then neither makes nor destroys T^2 inside,
/// whatever the velocity on this mesh has of divergence at sharp edges. For a velocity that is
/// given; the solved one is as free of divergence as its pressure makes it.
class DivergenceTerm final : public ExplicitTerm {
 public:
  /// All of it must live as long.
  DivergenceTerm(const state::Variable& velocity, const state::Variable& scalar,
                 const space::FunctionSpace& space);

  void begin(double t) override;
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  const state::Variable& velocity_;
  const state::Variable& scalar_;
  const space::FunctionSpace& space_;
  std::unique_ptr<space::ElementOperators> operators_;
  space::Field divergence_;  ///< of the velocity of the level; of a steady one found once
  bool is_known_ = false;
};

}  // namespace lobatto::physics
