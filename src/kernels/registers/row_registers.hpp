#pragma once

#include <cstddef>

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// use(i, from, to) with the ways to load and store at i, for a row of n values: whole registers,
/// then what is left value by value.
template <class Use>
LOBATTO_INLINE void for_each_register(int n, Use&& use) {
  int i = 0;
  for (; i + n_lanes <= n; i += n_lanes) {
    use(
        i, [](const double* p) __attribute__((always_inline)) { return load(p); },
        [](double* p, const Lanes& value) __attribute__((always_inline)) { store(p, value); });
  }
  for (; i < n; ++i) {
    use(
        i, [](const double* p) __attribute__((always_inline)) { return *p; },
        [](double* p, double value) __attribute__((always_inline)) { *p = value; });
  }
}

/// Brings n values from `next` on, which are read soon, into the second cache. They may lie beyond
/// the end of their field: to fetch an address that does not exist does nothing.
template <class Real>
LOBATTO_INLINE void fetch_lines(const Real* next, std::size_t n) {
  constexpr std::size_t line = 64;  // bytes
  const auto* bytes = reinterpret_cast<const char*>(next);
  for (std::size_t at = 0; at < n * sizeof(Real); at += line) __builtin_prefetch(bytes + at, 0, 2);
}

/// A sum, or a largest value, of what such a row gives, register by register.
struct RowSum {
  Lanes lanes = {};
  double rest = 0;

  LOBATTO_INLINE void add(const Lanes& value) { lanes += value; }
  LOBATTO_INLINE void add(double value) { rest += value; }
  LOBATTO_INLINE void raise(const Lanes& value) { lanes = value > lanes ? value : lanes; }
  LOBATTO_INLINE void raise(double value) { rest = value > rest ? value : rest; }
  [[nodiscard]] double sum() const {
    double total = rest;
    for (int lane = 0; lane < n_lanes; ++lane) total += lanes[lane];
    return total;
  }
  [[nodiscard]] double largest() const {
    double most = rest;
    for (int lane = 0; lane < n_lanes; ++lane) most = lanes[lane] > most ? lanes[lane] : most;
    return most;
  }
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
