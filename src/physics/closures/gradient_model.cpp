#include "physics/closures/gradient_model.hpp"

#include <utility>

namespace lobatto::physics {

GradientModel::GradientModel(std::unique_ptr<EddyViscosity> viscosity,
                             const space::FunctionSpace& fluid)
    : viscosity_(std::move(viscosity)),
      gradients_(fluid),
      widths_(filter_widths(fluid)),
      size_(fluid.element_size()) {}

void GradientModel::evaluate(const state::State& state, std::span<double> out) {
  const auto& velocity = state["velocity"].vector();
  for (std::size_t e = 0; e < widths_.size(); ++e)
    viscosity_->evaluate(
        gradients_.of(static_cast<int>(e), on_element(velocity, static_cast<int>(e), size_)),
        widths_[e], out.subspan(e * size_, size_));
}

kernels::Cost GradientModel::cost() const {
  return gradients_.cost() + viscosity_->cost() * static_cast<double>(size_);
}

}  // namespace lobatto::physics
