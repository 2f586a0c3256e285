#include "physics/coefficients/turbulent_law.hpp"

#include <algorithm>

#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::physics {

TurbulentLaw::TurbulentLaw(CoefficientSettings molecular, double number, Dependence eddies)
    : molecular_(std::move(molecular)), number_(number), eddies_(eddies) {}

Dependence TurbulentLaw::dependence() const {
  return molecular_.law ? std::max(eddies_, molecular_.law->dependence()) : eddies_;
}

void TurbulentLaw::evaluate(const state::State& state, double t, std::span<double> k) {
  if (molecular_.law)
    molecular_.law->evaluate(state, t, k);
  else
    std::ranges::fill(k, molecular_.constant);
  const auto& eddies = state[SubgridViscosity::name].now();
  for (std::size_t q = 0; q < k.size(); ++q)
    k[q] = std::max(k[q] + eddies[q] / number_, least_share * k[q]);
}

}  // namespace lobatto::physics
