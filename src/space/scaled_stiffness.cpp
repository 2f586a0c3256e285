#include "space/scaled_stiffness.hpp"

namespace lobatto::space {

ScaledStiffness::ScaledStiffness(const FunctionSpace& space, std::span<const double> capacity)
    : space_(space),
      factors_(6 * space.size()),
      k_(space.size()),
      has_own_mass_(space.curved() == nullptr || !capacity.empty()) {
  factors_.fill(0.0);
  k_.fill(0.0);
  if (has_own_mass_) make_mass(capacity);
}

void ScaledStiffness::make_mass(std::span<const double> capacity) {
  if (mass_.size() == 0) mass_ = space_.make_field();
  const std::size_t size = space_.element_size();
  for (int e = 0; e < space_.n_elements(); ++e) {
    const ElementMass mass = space_.mass(e);
    for (std::size_t q = 0; q < size; ++q)
      mass_[e * size + q] = capacity.empty() ? mass(q) : capacity[e * size + q] * mass(q);
  }
}

void ScaledStiffness::set_capacity(std::span<const double> capacity) {
  has_own_mass_ = true;
  make_mass(capacity);
  ++version_;
}

const double* ScaledStiffness::mass(int e) const {
  return has_own_mass_ ? mass_.data() + space_.element_size() * e : space_.curved()->mass(e);
}

void ScaledStiffness::update(std::span<const double> k) {
  std::ranges::copy(k, k_.begin());
  ++version_;
  const auto n = static_cast<std::size_t>(space_.n()), n_rows = space_.size() / n;
  if (space_.curved() != nullptr) {
    const double* geometry = space_.curved()->stiffness(0);
    for (std::size_t row = 0; row < n_rows; ++row)
      for (std::size_t kind = 0; kind < 6; ++kind)
        for (std::size_t i = 0, at = (6 * row + kind) * n; i < n; ++i)
          factors_[at + i] = k[row * n + i] * geometry[at + i];
    return;
  }
  constexpr std::array<std::size_t, 3> squares{0, 3, 5};  // rr, ss, tt: the others stay zero
  const auto rows_each = static_cast<std::size_t>(space_.shape().n_rows());
  for (std::size_t row = 0; row < n_rows; ++row) {
    const auto e = static_cast<int>(row / rows_each);
    const auto h = space_.lengths(e);
    const ElementMass mass = space_.mass(e);
    const std::size_t in_element = row % rows_each * n;
    for (std::size_t d = 0; d < 3; ++d) {
      const double metric = 4.0 / (h[d] * h[d]);
      double* out = factors_.data() + (6 * row + squares[d]) * n;
      for (std::size_t i = 0, q = row * n; i < n; ++i)
        out[i] = k[q + i] * metric * mass(in_element + i);
    }
  }
}

double ScaledStiffness::mean() const { return space_.mean(k_); }

double ScaledStiffness::mean_capacity() const {
  if (!has_own_mass_) return 1;
  double sum = 0;
  for (const double mass : mass_) sum += mass;
  return space_.communicator().sum(sum) / space_.volume();
}

}  // namespace lobatto::space
