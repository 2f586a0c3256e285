#pragma once

#include <cstddef>

#include "direct/strides.hpp"

namespace lobatto::direct {

/// Asks for n_values from p in the second-level cache, where they are about to be read or
/// overwritten. Passes over memory with long strides are bound by latency without it: no hardware
/// stream covers them. Any address is allowed.
inline void prefetch(const double* p, std::size_t n_values) {
  for (std::size_t k = 0; k < n_values; k += values_per_cache_line) __builtin_prefetch(p + k, 0, 2);
}

}  // namespace lobatto::direct
