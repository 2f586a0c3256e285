#include "space/transposed_advection.hpp"

#include "space/advection.hpp"

namespace lobatto::space {

TransposedAdvection::TransposedAdvection(const FunctionSpace& space, int quadrature_nodes)
    : space_(space),
      kernel_(advection_rule(space, quadrature_nodes)),
      size_(space.element_size()),
      weights_(size_) {
  for (std::size_t q = 0; q < size_; ++q)
    weights_[q] = kernels::reference_weight(space.shape(), space.nodes().weights, q);
  for (auto& component : v_) component = base::AlignedArray<double>(size_);
}

void TransposedAdvection::add_to_carried(int first, int count,
                                         const std::array<const double*, 3>& u,
                                         std::span<const double* const> h,
                                         std::span<double* const> to) {
  for (int e = 0; e < count; ++e) {
    const std::size_t at = e * size_;
    make_contravariant(first + e, {u[0] + at, u[1] + at, u[2] + at});
    std::vector<double*> out;
    for (double* field : to) out.push_back(field + at);
    kernel_.add_to_carried({v_[0].data(), v_[1].data(), v_[2].data()}, over_mass(first + e, at, h),
                           out);
  }
}

void TransposedAdvection::add_to_carrier(int first, int count,
                                         std::span<const double* const> fields,
                                         std::span<const double* const> h,
                                         const std::array<double*, 3>& to) {
  for (int e = 0; e < count; ++e) {
    const std::size_t at = e * size_;
    std::vector<const double*> carried;
    for (const double* field : fields) carried.push_back(field + at);
    for (auto& component : v_) component.fill(0.0);
    kernel_.add_to_carrier(carried, over_mass(first + e, at, h),
                           {v_[0].data(), v_[1].data(), v_[2].data()});
    add_covariant(first + e, {to[0] + at, to[1] + at, to[2] + at});
  }
}

/// use(q, B) at each node of an element: V = B u is the contravariant velocity as the products take
/// it, on curved elements J dr_a/dx_b, on a box, whose Jacobian cancels, 2 / h_a.
template <class Use>
void TransposedAdvection::with_metric(int element, const Use& use) const {
  std::array<std::array<double, 3>, 3> b{};
  const auto* curved = space_.curved();
  if (curved == nullptr) {
    for (int a = 0; a < 3; ++a) b[a][a] = 2 / space_.lengths(element)[a];
    for (std::size_t q = 0; q < size_; ++q) use(q, b);
    return;
  }
  const double* metric = curved->metric(element).data();
  const double* mass = curved->plain_mass(element);
  const std::size_t n = space_.n();
  for (std::size_t q = 0; q < size_; ++q) {
    const double* m = metric + 9 * (q - q % n) + q % n;
    for (std::size_t entry = 0; entry < 9; ++entry)
      b[entry / 3][entry % 3] = mass[q] / weights_[q] * m[entry * n];
    use(q, b);
  }
}

void TransposedAdvection::make_contravariant(int element, const std::array<const double*, 3>& u) {
  with_metric(element, [&](std::size_t q, const auto& b) {
    for (int a = 0; a < 3; ++a)
      v_[a][q] = b[a][0] * u[0][q] + b[a][1] * u[1][q] + b[a][2] * u[2][q];
  });
}

void TransposedAdvection::add_covariant(int element, const std::array<double*, 3>& to) const {
  with_metric(element, [&](std::size_t q, const auto& b) {
    for (int d = 0; d < 3; ++d)
      to[d][q] += b[0][d] * v_[0][q] + b[1][d] * v_[1][q] + b[2][d] * v_[2][q];
  });
}

std::vector<const double*> TransposedAdvection::over_mass(int element, std::size_t offset,
                                                          std::span<const double* const> h) {
  const auto* curved = space_.curved();
  const double* mass = curved == nullptr ? weights_.data() : curved->plain_mass(element);
  while (scaled_.size() < h.size()) scaled_.emplace_back(size_);
  std::vector<const double*> scaled;
  for (std::size_t i = 0; i < h.size(); ++i) {
    for (std::size_t q = 0; q < size_; ++q) scaled_[i][q] = h[i][offset + q] / mass[q];
    scaled.push_back(scaled_[i].data());
  }
  return scaled;
}

}  // namespace lobatto::space
