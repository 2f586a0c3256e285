#pragma once

#include <cstring>
#include <utility>

namespace lobatto::kernels {

/// Eight doubles that are computed on together: one register with AVX-512, two with AVX2.
using Lanes = double __attribute__((vector_size(64)));
constexpr int n_lanes = 8;

#define LOBATTO_INLINE inline __attribute__((always_inline))

LOBATTO_INLINE Lanes load(const double* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
/// from[0] from[1] from[0] from[1] ...
LOBATTO_INLINE Lanes load_pair(const double* from) {
#ifdef __AVX512DQ__
  Lanes out;
  asm("vbroadcastf64x2 %1, %0" : "=v"(out) : "m"(*reinterpret_cast<const double(*)[2]>(from)));
  return out;
#else
  return Lanes{from[0], from[1], from[0], from[1], from[0], from[1], from[0], from[1]};
#endif
}
LOBATTO_INLINE void store(double* to, const Lanes& value) { std::memcpy(to, &value, sizeof value); }

/// Without this the compiler may load the value again from memory for every use of it.
LOBATTO_INLINE void keep_in_register([[maybe_unused]] Lanes& value) {
#ifdef __AVX512F__
  asm("" : "+v"(value));
#endif
}

/// f(0), f(1), ... f(count - 1) with the index as a constant, so that arrays indexed by it stay in registers.
template <int count, class Function>
LOBATTO_INLINE void unrolled(Function&& f) {
  [&]<int... index>(std::integer_sequence<int, index...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, index>{}), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

/// rows[r][c] -> rows[c][r] for eight rows of eight.
LOBATTO_INLINE void transpose(Lanes (&rows)[n_lanes]) {
  using Mask = long long __attribute__((vector_size(64)));
  Lanes t[n_lanes];
  unrolled<4>([&](auto r) {  // pairs within rows 2r, 2r + 1
    t[2 * r] = __builtin_shuffle(rows[2 * r], rows[2 * r + 1], Mask{0, 8, 2, 10, 4, 12, 6, 14});
    t[2 * r + 1] = __builtin_shuffle(rows[2 * r], rows[2 * r + 1], Mask{1, 9, 3, 11, 5, 13, 7, 15});
  });
  unrolled<2>([&](auto half) {  // blocks of four rows
    unrolled<2>([&](auto r) {
      constexpr int at = 4 * half + r;
      rows[at] = __builtin_shuffle(t[at], t[at + 2], Mask{0, 1, 8, 9, 4, 5, 12, 13});
      rows[at + 2] = __builtin_shuffle(t[at], t[at + 2], Mask{2, 3, 10, 11, 6, 7, 14, 15});
    });
  });
  unrolled<4>([&](auto r) {
    t[r] = __builtin_shuffle(rows[r], rows[r + 4], Mask{0, 1, 2, 3, 8, 9, 10, 11});
    t[r + 4] = __builtin_shuffle(rows[r], rows[r + 4], Mask{4, 5, 6, 7, 12, 13, 14, 15});
  });
  unrolled<n_lanes>([&](auto r) { rows[r] = t[r]; });
}

}  // namespace lobatto::kernels
