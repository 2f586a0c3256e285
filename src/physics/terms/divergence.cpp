#include "physics/terms/divergence.hpp"

namespace lobatto::physics {

DivergenceTerm::DivergenceTerm(const state::Variable& velocity, const state::Variable& scalar,
                               const space::FunctionSpace& space)
    : velocity_(velocity),
      scalar_(scalar),
      space_(space),
      operators_(space::make_element_operators(space)),
      divergence_(space.make_field()) {}

void DivergenceTerm::begin(double /*t*/) {
  const bool is_steady = velocity_.kind().n_levels == 1;
  if (is_known_ && is_steady) return;
  is_known_ = true;
  std::array<std::vector<double>, 3> gradient;
  divergence_.fill(0.0);
  for (const auto& block : space::blocks_of(space_)) {
    for (auto& component : gradient) component.resize(block.n_values);
    for (int d = 0; d < 3; ++d) {
      operators_->gradient(block.first, block.n_elements, velocity_.at(1, d).data() + block.offset,
                           {gradient[0].data(), gradient[1].data(), gradient[2].data()});
      for (std::size_t q = 0; q < block.n_values; ++q)
        divergence_[block.offset + q] += gradient[d][q];
    }
  }
}

void DivergenceTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const double* scalar = scalar_.at(1).data() + block.offset;
  const double* divergence = divergence_.data() + block.offset;
  for (std::size_t q = 0; q < block.n_values; ++q) e[0][q] += 0.5 * divergence[q] * scalar[q];
}

kernels::Cost DivergenceTerm::cost() const {
  const auto n = static_cast<double>(space_.element_size());
  return {3.0 * n, 8.0 * n};  // the scalar and E are in cache
}

}  // namespace lobatto::physics
