#include "precond/schwarz/schwarz_smoother.hpp"

#include <algorithm>

namespace lobatto::precond {

namespace {

using Lines = std::array<ExtendedLine, 3>;

}  // namespace

template <class Real>
SchwarzSmoother<Real>::SchwarzSmoother(const space::FunctionSpace& space,
                                       const space::BoundaryConditions& conditions,
                                       const kernels::ElementBatches& batches,
                                       const kernels::BatchArithmetic<Real>& arithmetic)
    : arithmetic_(arithmetic),
      shape_(space.shape()),
      n_(space.n()),
      batches_(batches),
      overlap_(space, batches_),
      fast_diagonalisation_(arithmetic, {n_ + 2, shape_.is_plane()}, 1),
      block_(fast_diagonalisation_.block_size() * arithmetic.lanes()) {
  if (space.thickness() > 0) factor_ = static_cast<Real>(1 / space.thickness());
  find_modes(find_lines(space, conditions));
}

template <class Real>
std::vector<Lines> SchwarzSmoother<Real>::find_lines(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions) const {
  // What is beyond a face: the neighbour's length across it, zero at the boundary.
  OverlapExchange<double> beyond(space, {space.n_elements(), 1});
  for (int e = 0; e < space.n_elements(); ++e)
    for (int f = 0; f < space.n_faces(); ++f)
      std::fill_n(beyond.layer(e, f), beyond.layer_size(), space.lengths(e)[f / 2]);
  beyond.add_neighbours();
  std::vector<Lines> lines(space.n_elements());
  for (std::size_t b = 0; b < conditions.size(); ++b) {
    for (const auto& [element, face] : space.boundaries()[b].sides) {
      ExtendedLine& line = lines[element][face / 2];
      (face % 2 == 0 ? line.lower_end : line.upper_end) = conditions[b];
    }
  }
  for (int e = 0; e < space.n_elements(); ++e) {
    for (int d = 0; d < shape_.n_directions(); ++d) {
      ExtendedLine& line = lines[e][d];
      line.length = space.lengths(e)[d];
      const double lower = *beyond.layer(e, 2 * d) - line.length;
      const double upper = *beyond.layer(e, 2 * d + 1) - line.length;
      if (lower > 0) line.lower_neighbour = lower;
      if (upper > 0) line.upper_neighbour = upper;
    }
  }
  return lines;
}

/// Batches whose lanes all have the same lines share their modes. Lanes without an element get
/// those of the last one of the batch.
template <class Real>
void SchwarzSmoother<Real>::find_modes(const std::vector<Lines>& lines) {
  std::map<ExtendedLine, ExtendedModes> known;
  std::map<std::vector<const ExtendedModes*>, int> known_batches;
  for (int b = 0; b < batches_.size(); ++b) {
    std::array<int, 3> modes{};
    for (int d = 0; d < shape_.n_directions(); ++d) {
      std::vector<const ExtendedModes*> of_lanes;
      for (const int e : batches_.elements_in(b)) {
        const auto [line, is_new] = known.try_emplace(lines[e][d]);
        if (is_new) line->second = extended_modes(line->first, n_);
        of_lanes.push_back(&line->second);
      }
      of_lanes.resize(batches_.lanes(), of_lanes.back());
      const auto [batch, is_new] =
          known_batches.try_emplace(of_lanes, static_cast<int>(modes_.size()));
      if (is_new) modes_.push_back(modes_of(of_lanes));
      modes[d] = batch->second;
    }
    batch_modes_.push_back(modes);
  }
}

template <class Real>
typename SchwarzSmoother<Real>::Modes SchwarzSmoother<Real>::modes_of(
    std::span<const ExtendedModes* const> of_lanes) const {
  const std::size_t m = n_ + 2, lanes = of_lanes.size();
  Modes out{base::AlignedArray<Real>(m * m * lanes), base::AlignedArray<Real>(m * lanes)};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t q = 0; q < m * m; ++q)
      out.vectors[q * lanes + lane] = static_cast<Real>(of_lanes[lane]->vectors.values[q]);
    for (std::size_t i = 0; i < m; ++i)
      out.eigenvalues[i * lanes + lane] = static_cast<Real>(of_lanes[lane]->eigenvalues[i]);
  }
  return out;
}

/// The element's nodes of the layer `normal_node` along the normal of `face`, lines [b][a], in a
/// block of `n` nodes per direction in whose middle the element lies.
template <class Real>
template <class Value>
kernels::BatchLines<Value> SchwarzSmoother<Real>::layer(Value* block, int n, int face,
                                                        int normal_node) const {
  const int d = face / 2, margin = (n - n_) / 2;
  const int strides[] = {1, n, n * n};
  const int a = strides[(d + 1) % 3], b = strides[(d + 2) % 3];
  int first = normal_node * strides[d];
  for (int across = 0; across < shape_.n_directions(); ++across)
    if (across != d) first += margin * strides[across];
  return {block + first * batches_.lanes(), a, b};
}

template <class Real>
std::array<int, 2> SchwarzSmoother<Real>::layer_lengths(int face) const {
  const auto lengths = shape_.lengths();
  return {lengths[(face / 2 + 1) % 3], lengths[(face / 2 + 2) % 3]};
}

template <class Real>
void SchwarzSmoother<Real>::apply(std::span<const Real> residual, Real factor, bool add,
                                  std::span<Real> out) {
  send(residual);
  take();
  for (int b = 0; b < batches_.size(); ++b) solve(b, residual, factor, add, out);
}

template <class Real>
void SchwarzSmoother<Real>::solve(int batch, std::span<const Real> residual, Real factor, bool add,
                                  std::span<Real> out) {
  const std::size_t at = batches_.batch_size(shape_.size()) * batch;
  fill_block(batch, residual.data() + at);
  std::array<typename kernels::FastDiagonalisation<Real>::Line, 3> lines;
  for (int d = 0; d < shape_.n_directions(); ++d) {
    const Modes& modes = modes_[batch_modes_[batch][d]];
    lines[d] = {modes.vectors.data(), modes.eigenvalues.data()};
  }
  fast_diagonalisation_.solve(lines, block_.data(), factor_ * factor, add, out.data() + at);
}

template <class Real>
void SchwarzSmoother<Real>::send(std::span<const Real> residual) {
  const std::size_t size = batches_.batch_size(shape_.size());
  for (int b = 0; b < batches_.size(); ++b)
    for (int f = 0; f < 2 * shape_.n_directions(); ++f) {
      const auto [along_a, along_b] = layer_lengths(f);
      arithmetic_.copy(along_a, along_b,
                       layer(residual.data() + b * size, n_, f, f % 2 == 0 ? 1 : n_ - 2),
                       {overlap_.layer(b, f), 1, along_a});
    }
  overlap_.add_begin();
}

/// The element and what lies beyond its faces: the sum of both sides less the element's own.
template <class Real>
void SchwarzSmoother<Real>::fill_block(int batch, const Real* residual) {
  const int m = n_ + 2, lanes = batches_.lanes();
  Real* block = block_.data();
  const int below = shape_.is_plane() ? 0 : 1;  // layers of nodes
  for (int k = 0; k < shape_.n_t; ++k)
    arithmetic_.copy(n_, n_, {residual + k * n_ * n_ * lanes, 1, n_},
                     {block + ((k + below) * m * m + m + 1) * lanes, 1, m});
  for (int f = 0; f < 2 * shape_.n_directions(); ++f) {
    const bool lower = f % 2 == 0;
    const Real* own = block;
    const auto [along_a, along_b] = layer_lengths(f);
    arithmetic_.subtract(along_a, along_b, {overlap_.layer(batch, f), 1, along_a},
                         layer(own, m, f, lower ? 2 : m - 3),
                         layer(block, m, f, lower ? 0 : m - 1));
  }
}

template <class Real>
kernels::Cost SchwarzSmoother<Real>::cost() const {
  return kernels::fast_diagonalisation_cost({n_ + 2, shape_.is_plane()}, shape_, sizeof(Real)) *
         batches_.n_elements();
}

template class SchwarzSmoother<double>;
template class SchwarzSmoother<float>;

}  // namespace lobatto::precond
