#include "physics/terms/buoyancy.hpp"

#include <algorithm>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

BuoyancyTerm::BuoyancyTerm(const Buoyancy& settings, const state::Variable& scalar,
                           std::size_t n_values)
    : scalar_(scalar), n_values_(n_values), reference_(settings.reference) {
  for (int d = 0; d < 3; ++d) factors_[d] = settings.coefficient * settings.direction[d];
  n_components_ = 3 - static_cast<int>(std::ranges::count(factors_, 0.0));
}

void BuoyancyTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const double* scalar = scalar_.at(1).data() + block.offset;
  for (int d = 0; d < 3; ++d) {
    if (factors_[d] == 0.0) continue;
    for (std::size_t q = 0; q < block.n_values; ++q)
      e[d][q] -= factors_[d] * (scalar[q] - reference_);
  }
}

void BuoyancyTerm::add_transposed(const ElementBlock& block, std::span<const double* const> h,
                                  Cotangents& to) {
  state::Variable* const of_scalar = to.find(scalar_);
  if (of_scalar == nullptr) return;
  double* const sum = of_scalar->now().data() + block.offset;
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) sum[q] -= factors_[d] * h[d][q];
}

kernels::Cost BuoyancyTerm::cost() const {
  const double n = static_cast<double>(n_values_) * n_components_;
  return {3.0 * n, 8.0 * n};  // E is in cache
}

double BuoyancyTerm::power(const ElementBlock& block, const std::array<const double*, 3>& mass_u) {
  const double* scalar = scalar_.now().data() + block.offset;
  double power = 0;
  for (std::size_t q = 0; q < block.n_values; q += n_values_)
    for (int d = 0; d < 3; ++d)
      if (factors_[d] != 0.0)
        power += factors_[d] * (kernels::inner_product(scalar + q, mass_u[d] + q, n_values_) -
                                reference_ * kernels::sum({mass_u[d] + q, n_values_}));
  return power;
}

kernels::Cost BuoyancyTerm::power_cost() const {
  const double n = static_cast<double>(n_values_) * n_components_;
  return {4.0 * n, 8.0 * n};
}

}  // namespace lobatto::physics
