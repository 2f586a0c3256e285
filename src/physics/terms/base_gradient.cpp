#include "physics/terms/base_gradient.hpp"

namespace lobatto::physics {

std::vector<const double*> BaseGradientTerm::base_on(const ElementBlock& block) const {
  std::vector<const double*> fields;
  for (int d = 0; d < base_.n_components(); ++d)
    fields.push_back(base_.now(d).data() + block.offset);
  return fields;
}

void BaseGradientTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  if (block.first >= space_.fluid().n_elements()) return;
  carried_.resize(e.size() * block.n_values);
  std::array<const double*, 3> velocity;
  for (int d = 0; d < 3; ++d) velocity[d] = velocity_.at(1, d).data() + block.offset;
  std::vector<double*> results;
  for (std::size_t d = 0; d < e.size(); ++d)
    results.push_back(carried_.data() + d * block.n_values);
  const auto fields = base_on(block);
  advections_.forwards->apply(block.first, block.n_elements, {velocity, fields, results});
  for (std::size_t d = 0; d < e.size(); ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] += results[d][q];
}

void BaseGradientTerm::add_transposed(const ElementBlock& block, std::span<const double* const> h,
                                      Cotangents& to) {
  state::Variable* const of_velocity = to.find(velocity_);
  if (of_velocity == nullptr || block.first >= space_.fluid().n_elements()) return;
  std::array<double*, 3> sums;
  for (int d = 0; d < 3; ++d) sums[d] = of_velocity->now(d).data() + block.offset;
  advections_.transposed->add_to_carrier(block.first, block.n_elements, base_on(block), h, sums);
}

kernels::Cost BaseGradientTerm::cost() const {
  return advections_.forwards->cost(base_.n_components());
}

}  // namespace lobatto::physics
