#include "physics/coefficients/regional_law.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace lobatto::physics
