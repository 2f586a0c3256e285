#include "krylov/solution_projection.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

/// The energy that one projection may take away before a second one is due: a tenth of the norm is
/// left then.
constexpr double lowest_fall = 1e-2;
/// What is left of the energy is nothing but the round-off of the stored vectors below this part.
constexpr double dependent = 1e-12;

std::size_t checked_count(int max_vectors) {
  if (max_vectors > 0) return static_cast<std::size_t>(max_vectors);
  throw base::Error("solution projection: room for " + std::to_string(max_vectors) +
                    " vectors instead of at least 1");
}

}  // namespace

SolutionProjection::SolutionProjection(std::size_t n_local, int max_vectors)
    : n_local_(n_local),
      max_vectors_(checked_count(max_vectors)),
      triangle_(max_vectors_ * max_vectors_),
      coordinates_(max_vectors_),
      products_(max_vectors_ + 1),
      rotations_(max_vectors_) {}

kernels::Cost SolutionProjection::guess(Operator apply, const WeightedInner& inner,
                                        std::span<const double> rhs, std::span<double> x) {
  check_length(rhs.size());
  check_length(x.size());
  std::fill(x.begin(), x.end(), 0.0);
  const auto k = static_cast<double>(n_vectors_), n = static_cast<double>(n_local_);
  if (n_vectors_ == 0) return {0, 8 * n};
  const std::span<double> coordinates = std::span(coordinates_).first(n_vectors_);
  inner.many(views(), rhs, coordinates);
  combine(0, coordinates, views(), x);
  // The stored vectors are orthonormal to single precision only: what that has done to the
  // coordinates shows in the residual.
  apply(x, image_);
  for (std::size_t q = 0; q < n_local_; ++q) image_[q] = rhs[q] - image_[q];
  const std::span<double> corrections = std::span(products_).first(n_vectors_);
  inner.many(views(), image_, corrections);
  combine(1, corrections, views(), x);
  for (std::size_t i = 0; i < n_vectors_; ++i) coordinates[i] += corrections[i];
  return {8 * k * n, (16 * k + 88) * n};
}

void SolutionProjection::improve(const WeightedInner& inner, std::span<const double> residual,
                                 std::span<double> x) {
  check_length(residual.size());
  check_length(x.size());
  if (n_vectors_ == 0) return;
  const std::span<double> coordinates = std::span(coordinates_).first(n_vectors_);
  inner.many(views(), residual, coordinates);
  combine(1, coordinates, views(), x);
}

kernels::Cost SolutionProjection::add_cost() const {
  const auto k = static_cast<double>(n_vectors_), n = static_cast<double>(n_local_);
  const kernels::Cost turning{6 * k * n, (8 * k + 16) * n};
  return kernels::Cost{4 * k * n, (8 * k + 108) * n} +
         (n_vectors_ == max_vectors_ ? turning : kernels::Cost{});
}

kernels::Cost SolutionProjection::add(Operator apply, const WeightedInner& inner,
                                      std::span<const double> delta) {
  check_length(delta.size());
  const kernels::Cost cost = add_cost();
  if (!(inner(delta, delta) > 0)) return cost;
  if (remainder_.size() < n_local_) remainder_ = image_ = base::AlignedArray<double>(n_local_);
  std::copy(delta.begin(), delta.end(), remainder_.begin());
  if (n_vectors_ == max_vectors_) drop_oldest();

  const Energies first = orthogonalise(apply, inner);
  double energy = first.after;
  if (first.after < lowest_fall * first.before) energy = orthogonalise(apply, inner).after;
  if (energy > std::max(dependent * first.before, 0.0)) store_remainder(energy);
  std::fill(coordinates_.begin(), coordinates_.end(), 0.0);
  return cost;
}

void SolutionProjection::clear() {
  n_vectors_ = 0;
  std::fill(coordinates_.begin(), coordinates_.end(), 0.0);
}

void SolutionProjection::drop_oldest() {
  const std::size_t last = n_vectors_ - 1;
  for (std::size_t j = 0; j < last; ++j) std::copy_n(&triangle(0, j + 1), j + 2, &triangle(0, j));
  for (std::size_t i = 0; i < last; ++i) {
    rotations_[i] = PlaneRotation::to_first(triangle(i, i), triangle(i + 1, i));
    for (std::size_t j = i; j < last; ++j) rotations_[i].apply(triangle(i, j), triangle(i + 1, j));
    rotations_[i].apply(coordinates_[i], coordinates_[i + 1]);
  }
  turn_basis(coordinates_[last]);
  coordinates_[last] = 0;
  n_vectors_ = last;
}

void SolutionProjection::turn_basis(double part) {
  alignas(64) double carried[chunk];
  for (std::size_t start = 0; start < n_local_; start += chunk) {
    const std::size_t n = std::min(chunk, n_local_ - start);
    std::copy_n(basis_[0].data() + start, n, carried);
    for (std::size_t i = 0; i + 1 < n_vectors_; ++i) {
      float* const turned = basis_[i].data() + start;
      const float* const next = basis_[i + 1].data() + start;
      fetch_ahead(next + chunk);
      const auto [cosine, sine] = rotations_[i];
#pragma GCC ivdep
      for (std::size_t q = 0; q < n; ++q) {
        const double value = static_cast<double>(next[q]);
        turned[q] = static_cast<float>(cosine * carried[q] + sine * value);
        carried[q] = cosine * value - sine * carried[q];
      }
    }
    double* const remainder = remainder_.data() + start;
    for (std::size_t q = 0; q < n; ++q) remainder[q] += part * carried[q];
  }
}

SolutionProjection::Energies SolutionProjection::orthogonalise(Operator apply,
                                                               const WeightedInner& inner) {
  apply(remainder_, image_);
  const double* const remainder = remainder_.data();
  inner.many_local(views(), image_, {products_.data(), n_vectors_});
  inner.many_local({&remainder, 1}, image_, {products_.data() + n_vectors_, 1});
  inner.sum({products_.data(), n_vectors_ + 1});

  const double before = products_[n_vectors_];
  double after = before;
  for (std::size_t i = 0; i < n_vectors_; ++i) {
    after -= products_[i] * products_[i];
    coordinates_[i] += products_[i];
    products_[i] = -products_[i];
  }
  combine(1, {products_.data(), n_vectors_}, views(), remainder_);
  return {before, after};
}

void SolutionProjection::store_remainder(double energy) {
  if (basis_.size() == n_vectors_) views_.push_back(basis_.emplace_back(n_local_).data());
  const double norm = std::sqrt(energy);
  float* const vector = basis_[n_vectors_].data();
  for (std::size_t q = 0; q < n_local_; ++q) vector[q] = static_cast<float>(remainder_[q] / norm);
  std::copy_n(coordinates_.begin(), n_vectors_, &triangle(0, n_vectors_));
  triangle(n_vectors_, n_vectors_) = norm;
  ++n_vectors_;
}

void SolutionProjection::visit_state(base::StateVisitor& visitor, const std::string& name,
                                     const base::RowSet& rows) {
  if (!visitor.has(name + "/n_vectors")) return;
  auto n_vectors = static_cast<std::int64_t>(n_vectors_);
  visitor.visit(name + "/n_vectors", n_vectors);
  if (n_vectors > static_cast<std::int64_t>(max_vectors_)) return;
  std::vector<double> triangle;
  for (std::size_t j = 0; j < n_vectors_; ++j)
    triangle.insert(triangle.end(), &this->triangle(0, j), &this->triangle(0, j) + j + 1);
  visitor.visit(name + "/triangle", triangle);
  if (visitor.loads()) {
    clear();
    n_vectors_ = static_cast<std::size_t>(n_vectors);
    const double* column = triangle.data();
    for (std::size_t j = 0; j < n_vectors_; column += ++j)
      std::copy_n(column, j + 1, &this->triangle(0, j));
    while (basis_.size() < n_vectors_) views_.push_back(basis_.emplace_back(n_local_).data());
    if (n_vectors_ > 0 && remainder_.size() < n_local_)
      remainder_ = image_ = base::AlignedArray<double>(n_local_);
  }
  for (std::size_t i = 0; i < n_vectors_; ++i)
    visitor.visit(name + "/" + std::to_string(i), rows, basis_[i]);
}

std::span<const float* const> SolutionProjection::views() const {
  return {views_.data(), n_vectors_};
}

void SolutionProjection::check_length(std::size_t length) const {
  if (length == n_local_) return;
  throw base::Error("solution projection: a vector of " + std::to_string(length) +
                    " values instead of " + std::to_string(n_local_));
}

}  // namespace lobatto::krylov
