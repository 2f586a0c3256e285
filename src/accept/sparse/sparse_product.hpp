#pragma once

#include <cstdint>

#include "accept/sparse/sparse_rows.hpp"

namespace lobatto::accept {

/// The sum of values[n] x[columns[n]] over first <= n < last. Four sums at a time, as one must wait
/// for the product before it; the last entries come last, so that a caller whose last x has just
/// been computed waits for nothing else.
inline double row_times(const double* values, const std::uint32_t* columns, std::uint32_t first,
                        std::uint32_t last, const double* x) {
  double a = 0, b = 0, c = 0, d = 0;
  std::uint32_t n = first;
  for (; n + 4 <= last; n += 4) {
    a += values[n] * x[columns[n]];
    b += values[n + 1] * x[columns[n + 1]];
    c += values[n + 2] * x[columns[n + 2]];
    d += values[n + 3] * x[columns[n + 3]];
  }
  double sum = (a + b) + (c + d);
  for (; n < last; ++n) sum += values[n] * x[columns[n]];
  return sum;
}

/// y = A x; y [n_rows] must not overlap x.
void multiply(const SparseRows& matrix, const double* x, double* y);

}  // namespace lobatto::accept
