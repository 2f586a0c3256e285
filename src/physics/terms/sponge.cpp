#include "physics/terms/sponge.hpp"

#include <algorithm>
#include <utility>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

namespace {

using Points = std::array<std::vector<double>, 3>;

}  // namespace

SpongeTerm::SpongeTerm(const space::SpaceTimeFunction& strength,
                       std::vector<space::SpaceTimeFunction> targets, bool depends_on_time,
                       const state::State& state, const state::Variable& field)
    : state_(state),
      field_(field),
      targets_(std::move(targets)),
      depends_on_time_(depends_on_time),
      steady_(targets_.size()),
      values_(state.space().element_size()) {
  find_elements(strength);
}

void SpongeTerm::find_elements(const space::SpaceTimeFunction& strength) {
  const auto& space = state_.space();
  Points x;
  std::vector<double> values(space.element_size());
  int n_slots = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    strength({x[0], x[1], x[2]}, 0.0, values);
    const bool is_inside = std::ranges::any_of(values, [](double value) { return value != 0.0; });
    slots_.push_back(is_inside ? n_slots++ : -1);
    if (!is_inside) continue;
    strength_.insert(strength_.end(), values.begin(), values.end());
    for (std::size_t d = 0; d < targets_.size() && !depends_on_time_; ++d) {
      targets_[d]({x[0], x[1], x[2]}, 0.0, values);
      steady_[d].insert(steady_[d].end(), values.begin(), values.end());
    }
  }
}

const double* SpongeTerm::evaluate(int e, std::size_t slot, int component, double t,
                                   const double* phi) {
  const std::size_t size = values_.size(), begin = slot * size;
  if (depends_on_time_) {
    Points x;
    state_.space().element_points(e, x);
    targets_[component]({x[0], x[1], x[2]}, t, values_);
  } else {
    std::copy_n(steady_[component].data() + begin, size, values_.begin());
  }
  for (std::size_t q = 0; q < size; ++q) values_[q] = strength_[begin + q] * (values_[q] - phi[q]);
  return values_.data();
}

void SpongeTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const std::size_t size = values_.size();
  for (int b = 0; b < block.n_elements; ++b) {
    const int element = block.first + b;
    if (slots_[element] < 0) continue;
    const auto slot = static_cast<std::size_t>(slots_[element]);
    for (std::size_t d = 0; d < e.size(); ++d) {
      const double* phi = field_.at(1, static_cast<int>(d)).data() + element * size;
      const double* force = evaluate(element, slot, static_cast<int>(d), time_, phi);
      for (std::size_t q = 0; q < size; ++q) e[d][b * size + q] -= force[q];
      if (field_.kind().is_vector) continue;
      const auto mass = state_.space().mass(element);
      for (std::size_t q = 0; q < size; ++q) integral_ += mass(q) * force[q];
    }
  }
}

double SpongeTerm::part_of_elements() const {
  if (slots_.empty()) return 0;
  return static_cast<double>(strength_.size()) /
         static_cast<double>(slots_.size() * values_.size());
}

/// The field is in cache, the advection has just read it.
kernels::Cost SpongeTerm::cost() const {
  const double n = static_cast<double>(values_.size()) * part_of_elements();
  const double integral = field_.kind().is_vector ? 0 : 2;
  return kernels::Cost{(3 + integral) * n, 16.0 * n} * field_.n_components();
}

double SpongeTerm::power(const ElementBlock& block, const std::array<const double*, 3>& mass_u) {
  const std::size_t size = values_.size();
  double power = 0;
  for (int b = 0; b < block.n_elements; ++b) {
    const int e = block.first + b;
    if (slots_[e] < 0) continue;
    const auto slot = static_cast<std::size_t>(slots_[e]);
    for (int d = 0; d < field_.n_components(); ++d) {
      const double* force = evaluate(e, slot, d, state_.time(), field_.now(d).data() + e * size);
      power += kernels::inner_product(force, mass_u[d] + b * size, size);
    }
  }
  return power;
}

kernels::Cost SpongeTerm::power_cost() const {
  const double n = static_cast<double>(values_.size()) * part_of_elements();
  return kernels::Cost{4.0 * n, 16.0 * n} * field_.n_components();
}

}  // namespace lobatto::physics
