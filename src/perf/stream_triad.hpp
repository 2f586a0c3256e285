#pragma once

#include <cstddef>

namespace lobatto::perf {

/// Whether stream_triad writes past the cache (x86-64) or through it (elsewhere).
#if defined(__x86_64__)
inline constexpr bool triad_stores_past_cache = true;
#else
inline constexpr bool triad_stores_past_cache = false;
#endif

/// a[i] = b[i] + s c[i], the triad of McCalpin's STREAM: 2 n flop, 24 n byte. Arrays on 64-byte
/// boundaries, n a multiple of 8.
void stream_triad(double* a, const double* b, const double* c, double s, std::size_t n);

}  // namespace lobatto::perf
