#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "support/random_values.hpp"

namespace lobatto::kernels::test {

using lobatto::test::random_values;

inline double max_abs(std::span<const double> a) {
  double largest = 0.0;
  for (double value : a) largest = std::max(largest, std::fabs(value));
  return largest;
}

/// Largest difference over the largest value of `expected`; infinite when a value is not finite.
inline double relative_difference(std::span<const double> actual,
                                  std::span<const double> expected) {
  double largest = 0.0;
  for (std::size_t q = 0; q < expected.size(); ++q) {
    if (!std::isfinite(actual[q])) return INFINITY;
    largest = std::max(largest, std::fabs(actual[q] - expected[q]));
  }
  return largest / std::max(max_abs(expected), 1e-300);
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t q = 0; q < a.size(); ++q) sum += a[q] * b[q];
  return sum;
}

}  // namespace lobatto::kernels::test
