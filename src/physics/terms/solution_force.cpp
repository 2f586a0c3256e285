#include "physics/terms/solution_force.hpp"

#include <utility>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

SolutionForce::SolutionForce(VectorSource force, const state::State& state,
                             const state::Variable& velocity,
                             std::vector<const state::Variable*> scalars)
    : force_(std::move(force)), state_(state), velocity_(velocity), scalars_(std::move(scalars)) {}

void SolutionForce::evaluate(const ElementBlock& block, std::size_t level, double t) {
  std::vector<const double*> velocity, scalars;
  for (int d = 0; d < 3; ++d) velocity.push_back(velocity_.at(level, d).data() + block.offset);
  for (const auto* scalar : scalars_) scalars.push_back(scalar->at(level).data() + block.offset);
  state_.space().element_points(block.first, block.n_elements, points_);
  for (int d = 0; d < 3; ++d) {
    values_[d].resize(block.n_values);
    force_[d]({points_[0], points_[1], points_[2]}, t, velocity, scalars, values_[d]);
  }
}

void SolutionForce::add_to(const ElementBlock& block, std::span<double* const> e) {
  evaluate(block, 1, time_);
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] -= values_[d][q];
}

kernels::Cost SolutionForce::cost() const {
  return {3.0 * static_cast<double>(state_.space().element_size()), 0.0};  // all is in cache
}

double SolutionForce::power(const ElementBlock& block, const std::array<const double*, 3>& mass_u) {
  evaluate(block, 0, state_.time());
  const std::size_t size = state_.space().element_size();
  double power = 0;
  for (std::size_t q = 0; q < block.n_values; q += size) {
    double of_element = 0;
    for (int d = 0; d < 3; ++d)
      of_element += kernels::inner_product(values_[d].data() + q, mass_u[d] + q, size);
    power += of_element;
  }
  return power;
}

kernels::Cost SolutionForce::power_cost() const {
  return {6.0 * static_cast<double>(state_.space().element_size()), 0.0};
}

}  // namespace lobatto::physics
