#include "precond/schwarz/schwarz_level.hpp"

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
constexpr int power_iterations = 20;

/// At most `wanted`, and 1. In steps of an eighth and less, so that it does not depend on how other
/// numbers of ranks round.
double damping(double wanted) {
  double steps = 64;
  while (steps * wanted < 8) steps *= 2;
  return std::min(steps, std::floor(steps * wanted)) / steps;
}

}  // namespace

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions, int n,
                                 const kernels::ElementBatches& batches,
                                 const kernels::BatchArithmetic<Real>& arithmetic)
    : SchwarzLevel(space.with_order(n - 1), conditions, batches, arithmetic) {}

template <class Real>
SchwarzLevel<Real>::SchwarzLevel(const space::FunctionSpace& level,
                                 const space::BoundaryConditions& conditions,
                                 const kernels::ElementBatches& batches,
                                 const kernels::BatchArithmetic<Real>& arithmetic)
    : shape_(level.shape()),
      element_size_(level.element_size()),
      batches_(batches),
      gather_scatter_(batches_.arrange<std::int64_t>(level.node_ids(), element_size_, -1),
                      level.communicator()),
      stiffness_(make_element_stiffness<Real>(level, batches, arithmetic)),
      smoother_(level, conditions, batches, arithmetic),
      inverse_multiplicity_(batches_.n_values(element_size_)) {
  std::copy(gather_scatter_.inverse_multiplicity().begin(),
            gather_scatter_.inverse_multiplicity().end(), inverse_multiplicity_.begin());
  const space::Field mask = space::dirichlet_mask(level, conditions);
  for (std::size_t q = 0; q < mask.size(); ++q)
    if (mask[q] == 0)
      dirichlet_nodes_.push_back(
          batches_.at(static_cast<int>(q / element_size_), q % element_size_, element_size_));
  damping_ = static_cast<Real>(
      damping(largest_allowed / largest_eigenvalue(level.node_ids(), level.communicator())));
}

/// Of S A, by power iteration from a rough field: multiples of the golden ratio, less whole
/// numbers, are the same on any number of ranks.
template <class Real>
double SchwarzLevel<Real>::largest_eigenvalue(std::span<const std::int64_t> ids,
                                              const comm::Communicator& communicator) {
  const auto batch_ids = batches_.arrange<std::int64_t>(ids, element_size_, 0);
  base::AlignedArray<Real> x(size()), image(size());
  const base::AlignedArray<Real> zero(batch_size());
  for (std::size_t q = 0; q < size(); ++q)
    x[q] = static_cast<Real>(std::fmod(std::numbers::phi * static_cast<double>(batch_ids[q]), 1.0) -
                             0.5);
  for (const std::size_t q : dirichlet_nodes_) x[q] = 0;
  const auto norm = [&] {
    double sum = 0;
    for (std::size_t q = 0; q < size(); ++q)
      sum += static_cast<double>(x[q]) * x[q] * inverse_multiplicity_[q];
    return std::sqrt(communicator.sum(sum));
  };
  double growth = 0;
  for (int i = 0; i < power_iterations; ++i) {
    const double before = norm();
    for (Real& value : x) value /= static_cast<Real>(before);
    for (int b = 0; b < batches_.size(); ++b)
      residual(b, zero.data(), x.data() + b * batch_size(), image.data() + b * batch_size());
    assemble(image);
    smoother_.apply(image, damping_, false, x);
    assemble(x);
    for (int b = 0; b < batches_.size(); ++b) average(b, x.data() + b * batch_size());
    growth = norm();
  }
  return growth;
}

template <class Real>
void SchwarzLevel<Real>::assemble(std::span<Real> shares) const {
  send_shares(shares);
  take_shares(shares);
}

template <class Real>
void SchwarzLevel<Real>::send_shares(std::span<Real> shares) const {
  gather_scatter_.add_begin(shares);
}

template <class Real>
void SchwarzLevel<Real>::take_shares(std::span<Real> shares, std::size_t from) const {
  gather_scatter_.add_within(shares, from, gs::GatherScatter::everything);
  gather_scatter_.add_finish(shares);
  for (const std::size_t q : dirichlet_nodes_) shares[q] = 0;
}

template <class Real>
void SchwarzLevel<Real>::average(int batch, Real* sums) const {
  const Real* weight = inverse_multiplicity_.data() + batch * batch_size();
  for (std::size_t q = 0; q < batch_size(); ++q) sums[q] *= weight[q];
}

template <class Real>
void SchwarzLevel<Real>::residual(int batch, const Real* r, const Real* z, Real* shares) {
  const Real* weight = inverse_multiplicity_.data() + batch * batch_size();
  stiffness_->apply(batch, z, shares);
  // A z has its shares already, r gives each copy an equal part.
  for (std::size_t q = 0; q < batch_size(); ++q) shares[q] = r[q] * weight[q] - shares[q];
}

template <class Real>
kernels::Cost SchwarzLevel<Real>::image_cost() const {
  return stiffness_->cost() * batches_.n_elements();
}

template class SchwarzLevel<double>;
template class SchwarzLevel<float>;

}  // namespace lobatto::precond
