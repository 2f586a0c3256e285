#pragma once

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// Whether any number of three registers is below 0; -0 and some that are no numbers count, too.
LOBATTO_INLINE bool any_negative(const Lanes& a, const Lanes& b, const Lanes& c) {
  using Bits __attribute__((vector_size(sizeof(Lanes)))) = long long;
  Bits x, y, z;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  std::memcpy(&z, &c, sizeof z);
  const Bits signs = x | y | z;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  unsigned mask = 0;
  asm("vpmovq2m %1, %%k1\n\tkmovb %%k1, %k0" : "=r"(mask) : "v"(signs) : "k1");
  return mask != 0;
#elif defined(__AVX__)
  int mask = 0;
  asm("vmovmskpd %1, %0" : "=r"(mask) : "x"(signs));
  return mask != 0;
#else
  return (signs[0] | signs[1]) < 0;
#endif
}

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
