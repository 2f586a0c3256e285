#include "kernels/vectors/inner_products.hpp"

#include <cstring>

namespace lobatto::kernels {

namespace {

constexpr std::size_t group_size = 8;  // on all targets, so that sums are the same on all
constexpr std::size_t n_chains = 4;    // independent sums, so that additions need not wait

using Group = double __attribute__((vector_size(group_size * sizeof(double))));
using NarrowGroup = float __attribute__((vector_size(group_size * sizeof(float))));

// Results by reference: by value, registers of this width are not the same on all targets.
inline void load(const double* from, Group& to) { std::memcpy(&to, from, sizeof to); }
inline void load(const float* from, Group& to) {
  NarrowGroup narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  to = __builtin_convertvector(narrow, Group);
}

/// Adds add(q, to) for group_size values from q on, and one(q) for those that are left.
template <class Add, class One>
double add_up(std::size_t n_values, const Add& add, const One& one) {
  Group sums[n_chains] = {};
  std::size_t q = 0;
  for (; q + n_chains * group_size <= n_values; q += n_chains * group_size) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n_chains; ++c) add(q + c * group_size, sums[c]);
  }
  const Group total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double sum = 0;
  for (; q < n_values; ++q) sum += one(q);
  for (std::size_t i = 0; i < group_size; ++i) sum += total[i];
  return sum;
}

template <class Value>
double product_of(const Value* x, const double* y, std::size_t n_values) {
  return add_up(
      n_values,
      [&](std::size_t q, Group& to) {
        Group a, b;
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
      [&](std::size_t q, Group& to) {
        Group a;
        load(x.data() + q, a);
        to += a;
      },
      [&](std::size_t q) { return x[q]; });
}

}  // namespace lobatto::kernels
