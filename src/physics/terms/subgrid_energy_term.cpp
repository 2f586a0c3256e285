#include "physics/terms/subgrid_energy_term.hpp"

#include <cmath>

#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::physics {

SubgridEnergyTerm::SubgridEnergyTerm(const state::State& state, const state::Variable& energy,
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
  const auto& gradient = gradients_.of(block, on_block(velocity, block));
  for (int b = 0; b < block.n_elements; ++b) {
    const int element = block.first + b;
    const double rate = dissipation_ / widths_[element];
    const auto mass = state_.space().mass(element);
    for (std::size_t i = 0, q = b * size; i < size; ++i, ++q) {
      const double k = energy_.at(1)[block.offset + q];
      const double made = eddies[block.offset + q] * 2 * strain_squared(gradient.at(q));
      const double source = made - rate * std::sqrt(std::abs(k)) * k;
      e[0][q] -= source;
      integral_ += mass(i) * source;
    }
  }
}

kernels::Cost SubgridEnergyTerm::cost() const {
  const auto n = static_cast<double>(state_.space().element_size());
  return gradients_.cost() + kernels::Cost{40 * n, 8 * n};
}

}  // namespace lobatto::physics
