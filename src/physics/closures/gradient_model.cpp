#include "physics/closures/gradient_model.hpp"

#include <utility>

namespace lobatto::physics {

GradientModel::GradientModel(std::unique_ptr<EddyViscosity> viscosity,
                             const space::FunctionSpace& fluid)
    : viscosity_(std::move(viscosity)),
      gradients_(fluid),
      blocks_(space::blocks_of(fluid, space::nodes_with_gradients)),
      widths_(filter_widths(fluid)),
      size_(fluid.element_size()) {}

void GradientModel::evaluate(const state::State& state, std::span<double> out) {
  const auto& velocity = state["velocity"].vector();
  for (const space::ElementBlock& block : blocks_)
    viscosity_->evaluate(gradients_.of(block, on_block(velocity, block)),
                         {widths_.data() + block.first, widths_.data() + block.end()},
                         out.subspan(block.offset, block.n_values));
}

kernels::Cost GradientModel::cost() const {
  return gradients_.cost() + viscosity_->cost() * static_cast<double>(size_);
}

}  // namespace lobatto::physics
