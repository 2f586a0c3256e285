#include "physics/terms/subgrid_energy_term.hpp"

#include <cmath>

#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::physics {

SubgridEnergyTerm::SubgridEnergyTerm(const state::State& state, const state::Field& energy,
                                     double dissipation)
    : state_(state),
      energy_(energy),
      dissipation_(dissipation),
      gradients_(state.space()),
      widths_(filter_widths(state.space())) {}

void SubgridEnergyTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const std::size_t size = state_.space().element_size();
  const auto& velocity = state_["velocity"].vector(1);
  const auto& eddies = state_[SubgridViscosity::name].at(1);
  for (int b = 0; b < block.n_elements; ++b) {
    const int element = block.first + b;
    const auto& gradient = gradients_.of(element, on_element(velocity, element, size));
    const std::size_t begin = block.offset + b * size;
    const double rate = dissipation_ / widths_[element];
    const auto mass = state_.space().mass(element);
    double* out = e[0] + b * size;
    for (std::size_t q = 0; q < size; ++q) {
      const double k = energy_.at(1)[begin + q];
      const double made = eddies[begin + q] * 2 * strain_squared(gradient.at(q));
      const double source = made - rate * std::sqrt(std::abs(k)) * k;
      out[q] -= source;
      integral_ += mass(q) * source;
    }
  }
}

kernels::Cost SubgridEnergyTerm::cost() const {
  const auto n = static_cast<double>(state_.space().element_size());
  return gradients_.cost() + kernels::Cost{40 * n, 8 * n};
}

}  // namespace lobatto::physics
