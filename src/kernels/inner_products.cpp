#include "kernels/inner_products.hpp"

#include <cstring>

namespace lobatto::kernels {

namespace {

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

/// Adds add(q, to) for n_lanes values from q on, and one(q) for those that are left.
template <class Add, class One>
double add_up(std::size_t n_values, const Add& add, const One& one) {
  Lanes sums[n_chains] = {};
  std::size_t q = 0;
  for (; q + n_chains * n_lanes <= n_values; q += n_chains * n_lanes) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n_chains; ++c) add(q + c * n_lanes, sums[c]);
  }
  const Lanes lanes = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double sum = 0;
  for (; q < n_values; ++q) sum += one(q);
  for (std::size_t lane = 0; lane < n_lanes; ++lane) sum += lanes[lane];
  return sum;
}

template <class Value>
double product_of(const Value* x, const double* y, std::size_t n_values) {
  return add_up(
      n_values,
      [&](std::size_t q, Lanes& to) {
        Lanes a, b;
        load(x + q, a);
        load(y + q, b);
        to += a * b;
      },
      [&](std::size_t q) { return static_cast<double>(x[q]) * y[q]; });
}

}  // namespace

double inner_product(const double* x, const double* y, std::size_t n_values) {
  return product_of(x, y, n_values);
}
double inner_product(const float* x, const double* y, std::size_t n_values) {
  return product_of(x, y, n_values);
}

double sum(std::span<const double> x) {
  return add_up(
      x.size(),
      [&](std::size_t q, Lanes& to) {
        Lanes a;
        load(x.data() + q, a);
        to += a;
      },
      [&](std::size_t q) { return x[q]; });
}

}  // namespace lobatto::kernels
