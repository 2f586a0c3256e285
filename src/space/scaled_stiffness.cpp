#include "space/scaled_stiffness.hpp"

#include <algorithm>

namespace lobatto::space {

ScaledStiffness::ScaledStiffness(const FunctionSpace& space)
    : space_(space), factors_(6 * space.size()), k_(space.size()) {
  factors_.fill(0.0);
  k_.fill(0.0);
  if (space.curved() != nullptr) return;
  box_mass_ = space.make_field();
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q)
      box_mass_[e * space.element_size() + q] = space.mass(e)(q);
}

const double* ScaledStiffness::mass(int e) const {
  return space_.curved() != nullptr ? space_.curved()->mass(e)
                                    : box_mass_.data() + space_.element_size() * e;
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
  for (std::size_t row = 0; row < n_rows; ++row) {
    const auto h = space_.lengths(static_cast<int>(row / (n * n)));
    for (std::size_t d = 0; d < 3; ++d) {
      const double metric = 4.0 / (h[d] * h[d]);
      double* out = factors_.data() + (6 * row + squares[d]) * n;
      for (std::size_t i = 0, q = row * n; i < n; ++i)
        out[i] = k[q + i] * metric * box_mass_[q + i];
    }
  }
}

double ScaledStiffness::mean() const { return space_.mean(k_); }

}  // namespace lobatto::space
