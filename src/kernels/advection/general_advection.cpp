#include "kernels/advection/general_advection.hpp"

namespace lobatto::kernels {

GeneralAdvection::GeneralAdvection(const AdvectionRule& rule)
    : n_(rule.n),
      size_(static_cast<std::size_t>(rule.n) * rule.n * rule.n),
      advection_(rule),
      weights_(size_),
      inverse_weights_(size_) {
  const auto& w = rule.node_weights;
  for (int q = 0; q < n_ * n_ * n_; ++q) {
    weights_[q] = w[q % n_] * w[q / n_ % n_] * w[q / (n_ * n_)];
    inverse_weights_[q] = 1.0 / weights_[q];
  }
}

void GeneralAdvection::apply(int n_elements, const double* metric, const double* mass,
                             const AdvectionFields& fields) {
  const std::size_t n_values = n_elements * size_;
  if (contravariant_[0].size() < n_values) {
    for (auto& field : contravariant_) field = base::AlignedArray<double>(n_values);
  }
  lengths_.assign(n_elements, {2.0, 2.0, 2.0});
  for (int e = 0; e < n_elements; ++e) {
    const std::size_t at = e * size_;
    make_contravariant(e, metric + 9 * at, mass + at,
                       {fields.velocity[0] + at, fields.velocity[1] + at, fields.velocity[2] + at});
  }
  advection_.apply(lengths_,
                   {{contravariant_[0].data(), contravariant_[1].data(), contravariant_[2].data()},
                    fields.fields,
                    fields.out});
  for (double* out : fields.out) {
    for (int e = 0; e < n_elements; ++e) {
      const double* of_element = mass + e * size_;
      double* values = out + e * size_;
#pragma GCC ivdep
      for (std::size_t q = 0; q < size_; ++q) values[q] *= weights_[q] / of_element[q];
    }
  }
}

void GeneralAdvection::make_contravariant(std::size_t element, const double* metric,
                                          const double* mass,
                                          const std::array<const double*, 3>& u) {
  for (int row = 0; row < n_ * n_; ++row) {
    const double* m = metric + 9 * row * n_;
    for (int a = 0; a < 3; ++a) {
      const double* line = m + 3 * a * n_;
      double* out = contravariant_[a].data() + element * size_ + row * n_;
#pragma GCC ivdep
      for (int i = 0; i < n_; ++i) {
        const int q = row * n_ + i;
        out[i] = mass[q] * inverse_weights_[q] *
                 (line[i] * u[0][q] + line[n_ + i] * u[1][q] + line[2 * n_ + i] * u[2][q]);
      }
    }
  }
}

}  // namespace lobatto::kernels
