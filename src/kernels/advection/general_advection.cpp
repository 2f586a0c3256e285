#include "kernels/advection/general_advection.hpp"

#include "kernels/registers/row_registers.hpp"

namespace lobatto::kernels {

GeneralAdvection::GeneralAdvection(const AdvectionRule& rule)
    : shape_(rule.nodes()),
      n_(rule.n),
      size_(shape_.size()),
      advection_(rule),
      weights_(size_),
      inverse_weights_(size_) {
  for (std::size_t q = 0; q < size_; ++q) {
    weights_[q] = reference_weight(shape_, rule.node_weights, q);
    inverse_weights_[q] = 1.0 / weights_[q];
  }
}

void GeneralAdvection::apply(int n_elements, const double* metric, const double* mass,
                             const AdvectionFields& fields) {
  const std::size_t n_values = n_elements * size_;
  if (contravariant_[0].size() < n_values) {
    for (auto& field : contravariant_) field = base::AlignedArray<double>(n_values);
    factors_ = base::AlignedArray<double>(n_values);
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
  for (std::size_t q = 0; q < n_values; ++q) factors_[q] = weights_[q % size_] / mass[q];
  for (double* out : fields.out) {
#pragma GCC ivdep
    for (std::size_t q = 0; q < n_values; ++q) out[q] *= factors_[q];
  }
}

void GeneralAdvection::make_contravariant(std::size_t element, const double* metric,
                                          const double* mass,
                                          const std::array<const double*, 3>& u) {
  for (int row = 0; row < shape_.n_rows(); ++row) {
    const int at = row * n_;
    const double* m = metric + 9 * at;
    fetch_lines(m + 9 * size_, 9 * n_);
    for_each_register(
        n_, [&](int i, const auto& from, const auto& to) __attribute__((always_inline)) {
          const auto jacobian = from(mass + at + i) * from(inverse_weights_.data() + at + i);
          const auto x = jacobian * from(u[0] + at + i), y = jacobian * from(u[1] + at + i),
                     z = jacobian * from(u[2] + at + i);
          for (int a = 0; a < 3; ++a) {
            const double* line = m + 3 * a * n_ + i;
            to(contravariant_[a].data() + element * size_ + at + i,
               from(line) * x + from(line + n_) * y + from(line + 2 * n_) * z);
          }
        });
  }
}

}  // namespace lobatto::kernels
