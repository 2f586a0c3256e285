#include "physics/terms/turning.hpp"

namespace lobatto::physics {

void TurningTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  space_.element_points(block.first, block.n_elements, places_);
  const double* const v = velocity_.at(1, 1).data() + block.offset;
  const double* const w = velocity_.at(1, 2).data() + block.offset;
  for (std::size_t q = 0; q < block.n_values; ++q) {
    const double r = places_[1][q];
    if (r <= 0 || w[q] == 0) continue;
    e[1][q] -= w[q] * w[q] / r;
    e[2][q] += v[q] * w[q] / r;
  }
}

kernels::Cost TurningTerm::cost() const {
  const auto n = static_cast<double>(space_.element_size());
  return {6.0 * n, 8.0 * n};  // the velocity is in cache
}

}  // namespace lobatto::physics
