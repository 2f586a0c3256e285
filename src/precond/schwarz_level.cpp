#include "precond/schwarz_level.hpp"

#include "space/box_boundary.hpp"

namespace lobatto::precond {

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::BoxSpace& space, const BoxConditions& conditions,
                                 int n)
    : space_(mesh::with_order(space.mesh(), n - 1), space.communicator()),
      gather_scatter_(mesh::global_node_ids(space_.mesh()), space.communicator()),
      stiffness_(n, space_.derivative().values, space_.nodes().weights),
      smoother_(space_, conditions),
      mask_(space_.size()),
      inverse_multiplicity_(space_.size()) {
  make_weights(conditions);
}

template <class Real>
void SchwarzLevel<Real>::make_weights(const BoxConditions& conditions) {
  const space::Field mask = space::dirichlet_mask(space_, conditions);
  const auto inverse_multiplicity = gather_scatter_.inverse_multiplicity();
  for (std::size_t q = 0; q < size(); ++q) {
    mask_[q] = static_cast<Real>(mask[q]);
    inverse_multiplicity_[q] = static_cast<Real>(inverse_multiplicity[q]);
  }
}

template <class Real>
void SchwarzLevel<Real>::smooth(std::span<const Real> r, std::span<Real> z) {
  smoother_.apply(r, z);
  gather_scatter_.add(z);
  for (std::size_t q = 0; q < z.size(); ++q) z[q] *= inverse_multiplicity_[q] * mask_[q];
}

template <class Real>
void SchwarzLevel<Real>::residual(std::span<const Real> r, std::span<const Real> z,
                                  std::span<Real> shares) {
  const std::size_t element = element_size();
  for (int e = 0; e < n_elements(); ++e) {
    const std::size_t first = e * element;
    stiffness_(space_.lengths(e), z.data() + first, shares.data() + first);
    // A z has its shares already, r gives each copy an equal part.
    for (std::size_t q = first; q < first + element; ++q)
      shares[q] = r[q] * inverse_multiplicity_[q] - shares[q];
  }
}

template <class Real>
void SchwarzLevel<Real>::assemble(std::span<Real> r) const {
  gather_scatter_.add(r);
  for (std::size_t q = 0; q < r.size(); ++q) r[q] *= mask_[q];
}

template <class Real>
kernels::Cost SchwarzLevel<Real>::image_cost() const {
  return kernels::box_stiffness_cost(n(), sizeof(Real)) * n_elements();
}

template class SchwarzLevel<double>;
template class SchwarzLevel<float>;

}  // namespace lobatto::precond
