#pragma once

#include <memory>
#include <vector>

#include "physics/closures/eddy_viscosity.hpp"
#include "physics/closures/element_gradients.hpp"
#include "physics/closures/subgrid_model.hpp"

namespace lobatto::physics {

/// The SubgridModel of a function of the velocity gradient, of each element's polynomials.
class GradientModel final : public SubgridModel {
 public:
  /// fluid: of a space; must live as long.
  GradientModel(std::unique_ptr<EddyViscosity> viscosity, const space::FunctionSpace& fluid);

  void evaluate(const state::State& state, std::span<double> out) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  std::unique_ptr<EddyViscosity> viscosity_;
  ElementGradients gradients_;
  std::vector<space::ElementBlock> blocks_;
  std::vector<double> widths_;  ///< of the elements
  std::size_t size_;
};

}  // namespace lobatto::physics
