#include "physics/terms/outer_force.hpp"

#include <algorithm>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

void OuterForceTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  for (int d = 0; d < 3; ++d) {
    const double* force = force_.at(1, d).data() + block.offset;
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] -= force[q];
  }
}

kernels::Cost OuterForceTerm::cost() const {
  const double n = 3.0 * static_cast<double>(element_size_);
  return {n, 8.0 * n};
}

double OuterForceTerm::power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) {
  double power = 0;
  for (std::size_t q = 0; q < block.n_values; q += element_size_)
    for (int d = 0; d < 3; ++d)
      power += kernels::inner_product(force_.now(d).data() + block.offset + q, mass_u[d] + q,
                                      element_size_);
  return power;
}

kernels::Cost OuterForceTerm::power_cost() const {
  const double n = static_cast<double>(element_size_);
  return {6.0 * n, 24.0 * n};
}

OuterForce::OuterForce(state::State& state, const std::string& name)
    : force_(state.declare(name, {.is_vector = true,
                                  .n_levels = time::max_order,
                                  .n_saved = time::max_order,
                                  .save_as = name,
                                  .may_be_missing = true})) {}

void OuterForce::solve(const time::NextStep& /*next*/, StepReport& /*report*/) {
  for (int d = 0; d < 3; ++d) std::ranges::copy(force_.at(1, d), force_.now(d).begin());
}

}  // namespace lobatto::physics
