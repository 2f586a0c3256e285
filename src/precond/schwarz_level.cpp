#include "precond/schwarz_level.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::precond {

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions, int n)
    : space_(space.with_order(n - 1)),
      stiffness_(make_element_stiffness<Real>(space_)),
      smoother_(space_, conditions),
      mask_(space_.size()),
      inverse_multiplicity_(space_.size()),
      local_(space_.size()) {
  make_weights(conditions);
  estimate_damping();
}

template <class Real>
void SchwarzLevel<Real>::make_weights(const space::BoundaryConditions& conditions) {
  const space::Field mask = space::dirichlet_mask(space_, conditions);
  const auto inverse_multiplicity = space_.gather_scatter().inverse_multiplicity();
  for (std::size_t q = 0; q < size(); ++q) {
    mask_[q] = static_cast<Real>(mask[q]);
    inverse_multiplicity_[q] = static_cast<Real>(inverse_multiplicity[q]);
  }
}

template <class Real>
void SchwarzLevel<Real>::smooth(std::span<const Real> r, std::span<Real> z) {
  smoother_.apply(r, local_);
  for (std::size_t q = 0; q < z.size(); ++q) z[q] += damping_ * local_[q];
  space_.gather_scatter().add(z);
  for (std::size_t q = 0; q < z.size(); ++q) z[q] *= inverse_multiplicity_[q] * mask_[q];
}

/// Largest eigenvalue of S K by power iteration; errors e become (1 - omega S K) e.
template <class Real>
void SchwarzLevel<Real>::estimate_damping() {
  constexpr int n_iterations = 20;
  constexpr double margin = 1.1, wished = 1.8;
  const auto ids = space_.node_ids();
  base::AlignedArray<Real> v(size()), image(size());
  const base::AlignedArray<Real> zero(size());
  // Of all wave lengths, the same on any number of ranks.
  for (std::size_t q = 0; q < v.size(); ++q)
    v[q] = mask_[q] * static_cast<Real>(std::sin(1.7 * static_cast<double>(ids[q] % 100003)));
  double largest = 1;
  for (int k = 0; k < n_iterations; ++k) {
    const double before = norm(v);
    for (Real& value : v) value /= static_cast<Real>(before);
    residual(zero, v, image);
    assemble(image);
    v.fill(0);
    smooth(image, v);
    largest = norm(v);
  }
  damping_ = static_cast<Real>(std::min(1.0, wished / (margin * largest)));
}

template <class Real>
double SchwarzLevel<Real>::norm(std::span<const Real> v) const {
  double sum = 0;
  for (std::size_t q = 0; q < v.size(); ++q)
    sum += static_cast<double>(v[q]) * v[q] * inverse_multiplicity_[q];
  return std::sqrt(space_.communicator().sum(sum));
}

template <class Real>
void SchwarzLevel<Real>::residual(std::span<const Real> r, std::span<const Real> z,
                                  std::span<Real> shares) {
  const std::size_t element = element_size();
  for (int e = 0; e < n_elements(); ++e) {
    const std::size_t first = e * element;
    stiffness_->apply(e, z.data() + first, shares.data() + first);
    // A z has its shares already, r gives each copy an equal part.
    for (std::size_t q = first; q < first + element; ++q)
      shares[q] = r[q] * inverse_multiplicity_[q] - shares[q];
  }
}

template <class Real>
void SchwarzLevel<Real>::assemble(std::span<Real> r) const {
  space_.gather_scatter().add(r);
  for (std::size_t q = 0; q < r.size(); ++q) r[q] *= mask_[q];
}

template <class Real>
kernels::Cost SchwarzLevel<Real>::image_cost() const {
  return stiffness_->cost() * n_elements();
}

template class SchwarzLevel<double>;
template class SchwarzLevel<float>;

}  // namespace lobatto::precond
