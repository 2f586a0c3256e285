#include "precond/schwarz_smoother.hpp"

#include <algorithm>

namespace lobatto::precond {

namespace {

template <class Real>
void copy(const std::vector<double>& from, base::AlignedArray<Real>& to) {
  to = base::AlignedArray<Real>(from.size());
  std::transform(from.begin(), from.end(), to.begin(),
                 [](double value) { return static_cast<Real>(value); });
}

}  // namespace

template <class Real>
SchwarzSmoother<Real>::SchwarzSmoother(const space::FunctionSpace& space,
                                       const space::BoundaryConditions& conditions)
    : space_(space),
      n_(space.n()),
      overlap_(space),
      fast_diagonalisation_(space.n() + 2),
      block_(fast_diagonalisation_.block_size()) {
  find_modes(conditions);
}

template <class Real>
void SchwarzSmoother<Real>::find_modes(const space::BoundaryConditions& conditions) {
  // What is beyond a face: the neighbour's length across it, zero at the boundary.
  OverlapExchange<double> beyond(space_);
  for (int e = 0; e < space_.n_elements(); ++e)
    for (int f = 0; f < mesh::n_faces; ++f)
      std::fill_n(beyond.layer(e, f), beyond.layer_size(), space_.lengths(e)[f / 2]);
  beyond.exchange();
  std::vector<std::array<poly::EndCondition, mesh::n_faces>> ends(space_.n_elements());
  for (auto& of_element : ends) of_element.fill(poly::EndCondition::neumann);
  for (std::size_t b = 0; b < conditions.size(); ++b)
    for (const auto& side : space_.boundaries()[b].sides)
      ends[side.element][side.face] = conditions[b];
  for (int e = 0; e < space_.n_elements(); ++e) {
    std::array<int, 3> modes{};
    for (int d = 0; d < 3; ++d) {
      ExtendedLine line;
      line.length = space_.lengths(e)[d];
      const double lower = *beyond.layer(e, 2 * d), upper = *beyond.layer(e, 2 * d + 1);
      if (lower > 0) line.lower_neighbour = lower;
      if (upper > 0) line.upper_neighbour = upper;
      line.lower_end = ends[e][2 * d];
      line.upper_end = ends[e][2 * d + 1];
      modes[d] = modes_of(line);
    }
    element_modes_.push_back(modes);
  }
}

template <class Real>
int SchwarzSmoother<Real>::modes_of(const ExtendedLine& line) {
  const auto [known, is_new] = lines_.try_emplace(line, static_cast<int>(modes_.size()));
  if (!is_new) return known->second;
  const ExtendedModes modes = extended_modes(line, n_);
  modes_.emplace_back();
  copy(modes.vectors.values, modes_.back().vectors);
  copy(poly::transpose(modes.vectors).values, modes_.back().transposed);
  copy(modes.eigenvalues, modes_.back().eigenvalues);
  return known->second;
}

/// visit(q, at): node q = b n + a of the layer `normal_node` along the normal of `face`, in an
/// array of n^3 values whose element nodes begin at `margin` along each direction.
template <class Real>
template <class Visit>
void SchwarzSmoother<Real>::visit_layer(int face, int normal_node, int n, Visit&& visit) const {
  const int d = face / 2, margin = (n - n_) / 2;
  const int strides[] = {1, n, n * n};
  const int a = strides[(d + 1) % 3], b = strides[(d + 2) % 3];
  const int first = normal_node * strides[d] + margin * (a + b);
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) visit(j * n_ + i, first + j * b + i * a);
}

template <class Real>
void SchwarzSmoother<Real>::apply(std::span<const Real> residual, std::span<Real> out) {
  const std::size_t size = space_.element_size();
  send_residual(residual);
  for (int e = 0; e < space_.n_elements(); ++e)
    solve_element(e, residual.data() + e * size, out.data() + e * size);
}

template <class Real>
void SchwarzSmoother<Real>::send_residual(std::span<const Real> residual) {
  for (int e = 0; e < space_.n_elements(); ++e) {
    const Real* r = residual.data() + e * space_.element_size();
    for (int f = 0; f < mesh::n_faces; ++f) {
      Real* layer = overlap_.layer(e, f);
      visit_layer(f, f % 2 == 0 ? 1 : n_ - 2, n_, [&](int q, int at) { layer[q] = r[at]; });
    }
  }
  overlap_.exchange();
}

template <class Real>
void SchwarzSmoother<Real>::solve_element(int e, const Real* residual, Real* out) {
  const int m = n_ + 2;
  block_.fill(0);
  for (int k = 0; k < n_; ++k)
    for (int j = 0; j < n_; ++j)
      std::copy_n(residual + (k * n_ + j) * n_, n_, block_.data() + ((k + 1) * m + j + 1) * m + 1);
  for (int f = 0; f < mesh::n_faces; ++f) {
    const Real* layer = overlap_.layer(e, f);
    visit_layer(f, f % 2 == 0 ? 0 : m - 1, m, [&](int q, int at) { block_[at] = layer[q]; });
  }
  std::array<typename kernels::FastDiagonalisation<Real>::Line, 3> lines;
  for (int d = 0; d < 3; ++d) {
    const Modes& modes = modes_[element_modes_[e][d]];
    lines[d] = {modes.vectors.data(), modes.transposed.data(), modes.eigenvalues.data()};
  }
  fast_diagonalisation_.solve(lines, block_.data(), block_.data());
  for (int k = 0; k < n_; ++k)
    for (int j = 0; j < n_; ++j)
      std::copy_n(block_.data() + ((k + 1) * m + j + 1) * m + 1, n_, out + (k * n_ + j) * n_);
}

template <class Real>
kernels::Cost SchwarzSmoother<Real>::cost() const {
  return kernels::fast_diagonalisation_cost(n_ + 2, sizeof(Real)) * space_.n_elements();
}

template class SchwarzSmoother<double>;
template class SchwarzSmoother<float>;

}  // namespace lobatto::precond
