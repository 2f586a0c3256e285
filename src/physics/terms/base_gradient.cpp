#include "physics/terms/base_gradient.hpp"

namespace lobatto::physics {

void BaseGradientTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  if (block.first >= space_.fluid().n_elements()) return;
  carried_.resize(e.size() * block.n_values);
  std::array<const double*, 3> velocity;
  for (int d = 0; d < 3; ++d) velocity[d] = velocity_.at(1, d).data() + block.offset;
  std::vector<const double*> fields;
  std::vector<double*> results;
  for (std::size_t d = 0; d < e.size(); ++d) {
    fields.push_back(base_.now(static_cast<int>(d)).data() + block.offset);
    results.push_back(carried_.data() + d * block.n_values);
  }
  advection_->apply(block.first, block.n_elements, {velocity, fields, results});
  for (std::size_t d = 0; d < e.size(); ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] += results[d][q];
}

kernels::Cost BaseGradientTerm::cost() const { return advection_->cost(base_.n_components()); }

}  // namespace lobatto::physics
