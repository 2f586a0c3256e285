#include "direct/lines/end_chain.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::direct {

// Rows: the excess of the first end, that of the end which comes next; then of every end the
// inverse of its pivot and its coupling to the first.

void EndChain::eliminate(int e, const PartEnds& part, double* first, double* own, double* next,
                         double* rows) const {
  double* const first_excess = rows;
  double* const excess = rows + stride_;
  double* const next_fill = fill(rows, e + 1 < n_parts_ ? e + 1 : 0);
  if (e == 0) {
    std::copy_n(part.lower, batch_, first_excess);
    std::copy_n(part.upper, batch_, excess);
    std::copy_n(part.coupling, batch_, next_fill);
    return;
  }
  double* const p_inverse = inverse(rows, e);
  const double* const f = fill(rows, e);
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) {
    const double c = part.coupling[l], to_next = std::abs(c), to_first = std::abs(f[l]);
    const double tau = excess[l] + part.lower[l];
    const double p = 1 / (to_next + to_first + tau);
    p_inverse[l] = p;
    excess[l] = part.upper[l] + to_next * p * tau;
    first_excess[l] += to_first * p * tau;
    next_fill[l] = -c * p * f[l];
    next[l] -= c * p * own[l];
    first[l] -= f[l] * p * own[l];
  }
}

/// [ |F| + a  F ; F  |F| + b ] of the first and the last end, F the coupling of both.
void EndChain::solve_first_and_last(double* first, double* last, const double* rows) const {
  const auto [coupling, a, b] = remainder(rows);
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) {
    const double f = coupling[l], size = std::abs(f), x = first[l], y = last[l];
    if (periodic_) {
      first[l] = last[l] = (x + y) / (a[l] + b[l] + 2 * (size + f));
      continue;
    }
    const double determinant = size * (a[l] + b[l]) + a[l] * b[l];
    first[l] = lower_fixed_   ? 0
               : upper_fixed_ ? x / (size + a[l])
                              : ((size + b[l]) * x - f * y) / determinant;
    last[l] = upper_fixed_   ? 0
              : lower_fixed_ ? y / (size + b[l])
                             : ((size + a[l]) * y - f * x) / determinant;
  }
}

void EndChain::find(int e, const double* coupling, const double* first, const double* next,
                    double* own, const double* rows) const {
  const double* const f = fill(rows, e);
  const double* const p = inverse(rows, e);
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l)
    own[l] = (own[l] - coupling[l] * next[l] - f[l] * first[l]) * p[l];
}

}  // namespace lobatto::direct
