#include "precond/schwarz_level.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::precond {

namespace {

/// Of S A with the smoother S, which multiplies errors by 1 - lambda: beyond 2 they grow, and the
/// preconditioned operator becomes indefinite. That happens on oblique elements, which boxes stand
/// for, and on flat ones. Anything from 1.2 to 1.7 gives the same iterations within three on the
/// meshes of bench/precond.
constexpr double largest_allowed = 1.7;
constexpr double damping_steps = 64;
constexpr int power_iterations = 20;

}  // namespace

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions, int n)
    : space_(space.with_order(n - 1)),
      stiffness_(make_element_stiffness<Real>(space_)),
      smoother_(space_, conditions),
      mask_(space_.size()),
      inverse_multiplicity_(space_.size()) {
  make_weights(conditions);
  // In coarse steps, so that it does not depend on how other numbers of ranks round.
  const double steps = std::floor(damping_steps * largest_allowed / largest_eigenvalue());
  damping_ = static_cast<Real>(std::min(damping_steps, steps) / damping_steps);
}

/// Of S A, by power iteration from a rough field: multiples of the golden ratio, less whole
/// numbers, are the same on any number of ranks.
template <class Real>
double SchwarzLevel<Real>::largest_eigenvalue() {
  const auto ids = space_.node_ids();
  base::AlignedArray<Real> x(size()), image(size());
  const base::AlignedArray<Real> zero(size());
  for (std::size_t q = 0; q < size(); ++q)
    x[q] = mask_[q] *
           static_cast<Real>(std::fmod(std::numbers::phi * static_cast<double>(ids[q]), 1.0) - 0.5);
  const auto norm = [&] {
    double sum = 0;
    for (std::size_t q = 0; q < size(); ++q)
      sum += static_cast<double>(x[q]) * x[q] * inverse_multiplicity_[q];
    return std::sqrt(space_.communicator().sum(sum));
  };
  double growth = 0;
  for (int i = 0; i < power_iterations; ++i) {
    const double before = norm();
    for (Real& value : x) value /= static_cast<Real>(before);
    residual(zero, x, image);
    assemble(image);
    smooth(image, x);
    growth = norm();
  }
  return growth;
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
  for (std::size_t q = 0; q < z.size(); ++q) z[q] *= damping_ * inverse_multiplicity_[q] * mask_[q];
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
