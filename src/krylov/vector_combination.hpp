#pragma once

#include <cstddef>
#include <span>

namespace lobatto::krylov {

/// y = factor y + sum_k coefficients[k] vectors[k] for any number m of vectors in one pass over
/// memory; a factor of 0 overwrites y, whatever it held. Vectors have y.size() = n values and must
/// not overlap y. 2 m n flop, n (m sizeof(value) + 16) byte.
void combine(double factor, std::span<const double> coefficients,
             std::span<const double* const> vectors, std::span<double> y);
void combine(double factor, std::span<const double> coefficients,
             std::span<const float* const> vectors, std::span<double> y);

/// Values of vectors that are worked on at once, so that they stay in the first cache between their
/// uses: 8 KiB of doubles.
inline constexpr std::size_t chunk = 1024;

/// Hardware fetches ahead within a page of memory, and a chunk of single precision is one: the next
/// one is fetched while this one is worked on. Beyond the end of the vector that does nothing.
inline void fetch_ahead(const float* next) {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t q = 0; q < chunk; q += line) __builtin_prefetch(next + q, 0, 2);
}
inline void fetch_ahead(const double* /*next*/) {}

}  // namespace lobatto::krylov
