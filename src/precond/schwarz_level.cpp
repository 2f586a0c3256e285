#include "precond/schwarz_level.hpp"

namespace lobatto::precond {

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions, int n)
    : space_(space.with_order(n - 1)),
      stiffness_(make_element_stiffness<Real>(space_)),
      smoother_(space_, conditions),
      mask_(space_.size()),
      inverse_multiplicity_(space_.size()) {
  make_weights(conditions);
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
  smoother_.apply(r, z);
  space_.gather_scatter().add(z);
  for (std::size_t q = 0; q < z.size(); ++q) z[q] *= inverse_multiplicity_[q] * mask_[q];
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
