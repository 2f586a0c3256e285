#pragma once

#include "kernels/advection/advection.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// The matrices of an AdvectionRule split by parity, for n nodes and m points per line.
///
/// A folded line of n values holds e_i = u_i + u_{n-1-i} (i < n_even; the middle one, if any, just
/// u_i), then o_i = u_i - u_{n-1-i} (i < n_odd). A line of m points is taken in pairs c: "low" a =
/// c and "high" a = m - 1 - c; for odd m the middle is its own partner. With I(m-1-a, n-1-i) = I(a,
/// i) and J(m-1-a, n-1-i) = -J(a, i):
///   I u: low = E + O, high = E - O, E = ie^T e, O = io^T o;     J u: low = A + B, high = B - A, A
///   = je^T e, B = jo^T o; B t: E_i = be (t_low + t_high), O_i = bo (t_low - t_high) with r_i = E_i
///   + O_i, r_{n-1-i} = E_i - O_i.
/// Each half has a quarter of the entries: half the multiplications in all.
template <int n, int m>
struct EvenOddMatrices {
  static constexpr int n_even = (n + 1) / 2;
  static constexpr int n_odd = n / 2;
  static constexpr int n_pairs = (m + 1) / 2;  ///< of points

  alignas(64) double ie[n_even][n_pairs];
  alignas(64) double io[n_odd][n_pairs];
  alignas(64) double je[n_even][n_pairs];
  alignas(64) double jo[n_odd][n_pairs];
  alignas(64) double be[n_pairs][n_even];
  alignas(64) double bo[n_pairs][n_odd];

  explicit EvenOddMatrices(const AdvectionRule& rule) {
    for (int c = 0; c < n_pairs; ++c) {
      for (int i = 0; i < n_even; ++i) {
        const int mirror = n - 1 - i;
        const double value = rule.interpolation[c * n + i],
                     mirrored = rule.interpolation[c * n + mirror];
        const double slope = rule.derivative_at_points[c * n + i];
        const double mirrored_slope = rule.derivative_at_points[c * n + mirror];
        // The middle point is visited twice, as low and as high: half its weight each time.
        const double share = 2 * c == m - 1 ? 0.5 : 1.0;
        const double back = share * rule.weights[c] / rule.node_weights[i];
        ie[i][c] = 0.5 * (value + mirrored);
        je[i][c] = 0.5 * (slope + mirrored_slope);
        be[c][i] = 0.5 * back * (value + mirrored);
        if (i < n_odd) {
          io[i][c] = 0.5 * (value - mirrored);
          jo[i][c] = 0.5 * (slope - mirrored_slope);
          bo[c][i] = 0.5 * back * (value - mirrored);
        }
      }
    }
  }
};

/// acc[line][c] = sum_i matrix[i][first + c] in[line][i * stride]: a block of n_out outputs for
/// several lines at once, which share every entry of the matrix.
template <int stride = 1, int n_in, int n_out, int n_lines, int columns>
LOBATTO_INLINE void half_product(const double (&matrix)[n_in][columns], int first,
                                 const Lanes* const (&in)[n_lines], Lanes (&acc)[n_lines][n_out]) {
  const auto step = [&]<bool start>(int i, std::bool_constant<start>)
      __attribute__((always_inline)) {
    Lanes x[n_lines];
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      x[line] = in[line][i * stride];
      keep_in_register(x[line]);
    });
    unrolled<n_out>([&](auto c) __attribute__((always_inline)) {
      const double a = matrix[i][first + c];
      unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
        if constexpr (start) {
          acc[line][c] = a * x[line];
        } else {
          acc[line][c] += a * x[line];
        }
      });
    });
  };
  step(0, std::true_type{});
  // Rolled up on purpose: fully unrolled, the compiler keeps broadcast matrix entries on the stack
  // for later.
#pragma GCC unroll 1
  for (int i = 1; i < n_in; ++i) step(i, std::false_type{});
}

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
