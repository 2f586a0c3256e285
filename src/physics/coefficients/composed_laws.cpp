#include "physics/coefficients/composed_laws.hpp"

#include <algorithm>
#include <utility>

#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::physics {

RegionalLaw::RegionalLaw(std::vector<CoefficientSettings> regions) : regions_(std::move(regions)) {
  for (const auto& region : regions_)
    if (region.law) dependence_ = std::max(dependence_, region.law->dependence());
}

void RegionalLaw::evaluate(const state::State& state, double t, std::span<double> k) {
  const space::FunctionSpace& space = state.space();
  const std::size_t size = space.element_size();
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (regions_[r].law) {
      regions_[r].law->evaluate(state, t, k);
      continue;
    }
    for (int e = 0; e < space.n_elements(); ++e)
      if (space.region(e) == static_cast<int>(r))
        std::ranges::fill(k.subspan(e * size, size), regions_[r].constant);
  }
}

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
