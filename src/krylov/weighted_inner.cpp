#include "krylov/weighted_inner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace lobatto::krylov {

namespace {

/// Values that stay in the first cache between their uses: 8 KiB of doubles.
constexpr std::size_t chunk = 1024;
constexpr std::size_t n_lanes = 8;
constexpr std::size_t n_chains = 4;  // independent sums, so that additions need not wait

using Lanes = double __attribute__((vector_size(n_lanes * sizeof(double))));
using NarrowLanes = float __attribute__((vector_size(n_lanes * sizeof(float))));

// Results by reference: by value, registers of this width are not the same on all targets.
inline void load(const double* from, Lanes& to) { std::memcpy(&to, from, sizeof to); }
inline void load(const float* from, Lanes& to) {
  NarrowLanes narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  to = __builtin_convertvector(narrow, Lanes);
}

/// sum_q x_q y_q. The compiler keeps sums in their written order; hence the lanes by hand.
template <class Value>
double dot(const Value* x, const double* y, std::size_t n) {
  Lanes sums[n_chains] = {};
  std::size_t q = 0;
  for (; q + n_chains * n_lanes <= n; q += n_chains * n_lanes) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n_chains; ++c) {
      Lanes a, b;
      load(x + q + c * n_lanes, a);
      load(y + q + c * n_lanes, b);
      sums[c] += a * b;
    }
  }
  const Lanes lanes = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double sum = 0;
  for (; q < n; ++q) sum += static_cast<double>(x[q]) * y[q];
  for (std::size_t lane = 0; lane < n_lanes; ++lane) sum += lanes[lane];
  return sum;
}

template <class Value>
void local_products(std::span<const double> weight, std::span<const Value* const> vectors,
                    std::span<const double> x, std::span<double> products) {
  alignas(64) double weighted[chunk];
  std::fill(products.begin(), products.end(), 0.0);
  for (std::size_t start = 0; start < x.size(); start += chunk) {
    const std::size_t n = std::min(chunk, x.size() - start);
    for (std::size_t q = 0; q < n; ++q) weighted[q] = weight[start + q] * x[start + q];
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      products[k] += dot(vectors[k] + start, weighted, n);
    }
  }
}

}  // namespace

double WeightedInner::operator()(std::span<const double> x, std::span<const double> y) const {
  const double* const vector = x.data();
  double product = 0;
  many({&vector, 1}, y, {&product, 1});
  return product;
}

void WeightedInner::many(std::span<const double* const> vectors, std::span<const double> x,
                         std::span<double> products) const {
  many_local(vectors, x, products);
  sum(products);
}

void WeightedInner::many(std::span<const float* const> vectors, std::span<const double> x,
                         std::span<double> products) const {
  many_local(vectors, x, products);
  sum(products);
}

void WeightedInner::many_local(std::span<const double* const> vectors, std::span<const double> x,
                               std::span<double> products) const {
  local_products(weight, vectors, x, products);
}

void WeightedInner::many_local(std::span<const float* const> vectors, std::span<const double> x,
                               std::span<double> products) const {
  local_products(weight, vectors, x, products);
}

}  // namespace lobatto::krylov
