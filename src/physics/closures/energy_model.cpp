#include "physics/closures/energy_model.hpp"

#include <cmath>

namespace lobatto::physics {

EnergyModel::EnergyModel(double c_k, const space::FunctionSpace& fluid)
    : constant_(c_k), widths_(filter_widths(fluid)), size_(fluid.element_size()) {}

void EnergyModel::evaluate(const state::State& state, std::span<double> out) {
  const double* energy = state[field].now().data();
  for (std::size_t e = 0; e < widths_.size(); ++e) {
    const double factor = constant_ * widths_[e];
    for (std::size_t q = e * size_; q < (e + 1) * size_; ++q)
      out[q] = factor * std::sqrt(std::abs(energy[q]));
  }
}

kernels::Cost EnergyModel::cost() const {
  return {3 * static_cast<double>(size_), 16 * static_cast<double>(size_)};
}

void evaluate_balanced_energy(const state::State& state, double ratio, std::span<double> out) {
  const space::FunctionSpace& fluid = state.space().fluid();
  const std::size_t size = fluid.element_size();
  const auto widths = filter_widths(fluid);
  ElementGradients gradients(fluid);
  for (int e = 0; e < fluid.n_elements(); ++e) {
    const auto& gradient = gradients.of(e, on_element(state["velocity"].vector(), e, size));
    const double factor = ratio * widths[e] * widths[e];
    for (std::size_t q = 0; q < size; ++q)
      out[e * size + q] = factor * 2 * strain_squared(gradient.at(q));
  }
}

}  // namespace lobatto::physics
