#pragma once

#include <vector>

#include "physics/closures/element_gradients.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/function_space.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// What makes and takes the kinetic energy k of the motions that the mesh does not resolve:
///   nu_t 2 S : S - C_e sqrt(|k|) k / Delta ,
/// with S of the resolved velocity and Delta filter_width(). Where the scheme has left k below
/// zero, both bring it back.
class SubgridEnergyTerm final : public ExplicitTerm {
 public:
  /// dissipation: C_e. The fields "velocity", "eddy_viscosity" and `energy` of the state are there
  /// when the term is asked; all must live as long.
  SubgridEnergyTerm(const state::State& state, const state::Variable& energy, double dissipation);

  void begin(double /*t*/) override { integral_ = 0; }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double integral() const override { return integral_; }

 private:
  const state::State& state_;
  const state::Variable& energy_;
  double dissipation_;
  ElementGradients gradients_;
  std::vector<double> widths_;  ///< of the elements
  double integral_ = 0;
};

}  // namespace lobatto::physics
