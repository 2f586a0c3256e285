#pragma once

#include <cstddef>

namespace lobatto::direct {

inline constexpr std::size_t values_per_cache_line = 8;

constexpr std::size_t whole_cache_lines(std::size_t n_values) {
  return (n_values + values_per_cache_line - 1) / values_per_cache_line * values_per_cache_line;
}

/// A distance between rows of n_values that starts each on a cache line, and not a multiple of 512
/// bytes, so that a column of rows does not fall into few sets of the caches.
constexpr std::size_t stride_for(std::size_t n_values) {
  const std::size_t stride = whole_cache_lines(n_values);
  return stride % 64 == 0 ? stride + values_per_cache_line : stride;
}

/// Asks for n_values from p in the second-level cache, where they are about to be read or
/// overwritten. Passes over memory with long strides are bound by latency without it: no hardware
/// stream covers them. Any address is allowed.
inline void prefetch(const double* p, std::size_t n_values) {
  for (std::size_t k = 0; k < n_values; k += values_per_cache_line) __builtin_prefetch(p + k, 0, 2);
}

/// Reads a value of each cache line in order. Hardware streams follow, which fetch from memory
/// twice as fast as prefetches do and as loops over rows with a stride.
inline void read_through(const double* p, std::size_t n_values) {
  const volatile double* const values = p;
  for (std::size_t k = 0; k < n_values; k += values_per_cache_line) static_cast<void>(values[k]);
}

}  // namespace lobatto::direct
