#include "physics/terms/solution_force.hpp"

#include <utility>

#include "kernels/inner_products.hpp"

namespace lobatto::physics {

SolutionForce::SolutionForce(VectorSource force, const state::State& state,
                             const state::Field& velocity, std::vector<const state::Field*> scalars)
    : force_(std::move(force)), state_(state), velocity_(velocity), scalars_(std::move(scalars)) {
  for (auto& component : values_) component = space::Field(state_.space().element_size());
}

void SolutionForce::evaluate(int e, std::size_t level, double t, space::VectorField& force) const {
  const std::size_t begin = e * state_.space().element_size();
  std::vector<const double*> velocity, scalars;
  for (int d = 0; d < 3; ++d) velocity.push_back(velocity_.at(level, d).data() + begin);
  for (const auto* scalar : scalars_) scalars.push_back(scalar->at(level).data() + begin);
  std::array<std::vector<double>, 3> x;
  state_.space().element_points(e, x);
  for (int d = 0; d < 3; ++d) force_[d]({x[0], x[1], x[2]}, t, velocity, scalars, force[d]);
}

void SolutionForce::add_to(const ElementBlock& block, std::span<double* const> e) {
  const std::size_t size = state_.space().element_size();
  for (int b = 0; b < block.n_elements; ++b) {
    evaluate(block.first + b, 1, time_, values_);
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < size; ++q) e[d][b * size + q] -= values_[d][q];
  }
}

kernels::Cost SolutionForce::cost() const {
  return {3.0 * static_cast<double>(state_.space().element_size()), 0.0};  // all is in cache
}

double SolutionForce::power(int e, const std::array<const double*, 3>& mass_u) {
  const std::size_t size = state_.space().element_size();
  space::VectorField force{space::Field(size), space::Field(size), space::Field(size)};
  evaluate(e, 0, state_.time(), force);
  double power = 0;
  for (int d = 0; d < 3; ++d) power += kernels::inner_product(force[d].data(), mass_u[d], size);
  return power;
}

kernels::Cost SolutionForce::power_cost() const {
  return {6.0 * static_cast<double>(state_.space().element_size()), 0.0};
}

}  // namespace lobatto::physics
