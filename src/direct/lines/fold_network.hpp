#pragma once

#include <utility>

namespace lobatto::direct {

// Sums and differences over one orbit of nodes: all nodes that the symmetries of a line take into
// each other. The nodes of an orbit are numbered in ascending order, m = 1, 2, 4, 8 or 16 of them.
// `Value` may be a number or a vector of lanes.
//
// Level by level, (x_i, x_{i + m/2}) <- (sum, difference) splits by the translation by half the
// line; the differences, which are antiperiodic, then split by reflection; the sums are an orbit of
// half the size on a line of half the length. A pair of nodes in each other's mirror is the case m
// = 2.

template <class Value>
inline void add_subtract(Value& a, Value& b) {
  const Value difference = a - b;
  a = a + b;
  b = difference;
}

/// How the mirror image of an orbit falls on itself.
enum class Orbit {
  mirrored,  ///< x_i <-> x_{m - 1 - i}
  anchored,  ///< x_0 stays, x_i <-> x_{m - i}
};

/// The reflection of the `half` antiperiodic values y. It is its own transpose.
template <Orbit orbit, int half, class Value>
inline void reflect_antiperiodic(Value* y) {
  constexpr int sum = orbit == Orbit::mirrored ? half - 1 : half;
#pragma GCC unroll 16
  for (int i = orbit == Orbit::mirrored ? 0 : 1; i < sum - i; ++i) add_subtract(y[i], y[sum - i]);
}

template <Orbit orbit, int m, class Value>
inline void fold_orbit(Value* x) {
  if constexpr (m > 1) {
#pragma GCC unroll 16
    for (int i = 0; i < m / 2; ++i) add_subtract(x[i], x[i + m / 2]);
    reflect_antiperiodic<orbit, m / 2>(x + m / 2);
    fold_orbit<orbit, m / 2>(x);
  }
}

/// The transpose of fold_orbit.
template <Orbit orbit, int m, class Value>
inline void unfold_orbit(Value* x) {
  if constexpr (m > 1) {
    unfold_orbit<orbit, m / 2>(x);
    reflect_antiperiodic<orbit, m / 2>(x + m / 2);
#pragma GCC unroll 16
    for (int i = 0; i < m / 2; ++i) add_subtract(x[i], x[i + m / 2]);
  }
}

/// Additions of fold_orbit on m values, and of unfold_orbit.
constexpr int fold_flops(Orbit orbit, int m) {
  if (m == 1) return 0;
  const int pairs = orbit == Orbit::mirrored ? m / 4 : (m / 2 - 1) / 2;
  return m + 2 * pairs + fold_flops(orbit, m / 2);
}

}  // namespace lobatto::direct
