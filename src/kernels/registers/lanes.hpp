#pragma once

#include <cstring>
#include <utility>

// Numbers that are computed on together, as many as one register of the target holds. The vector
// types of GCC and Clang carry the arithmetic; what depends on the width is in this file. What is
// built on it lives in an inline namespace named after the width, so that one program may hold the
// same template compiled for two targets.

#define LOBATTO_INLINE inline __attribute__((always_inline))

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define LOBATTO_LANES eight_lanes
#elif defined(__AVX__)
#define LOBATTO_LANES four_lanes
#else
#define LOBATTO_LANES two_lanes
#endif

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
constexpr int n_lanes = 8;
constexpr int n_accumulators = 24;  ///< sums that a loop may keep, of 32 registers
#elif defined(__AVX__)
constexpr int n_lanes = 4;
constexpr int n_accumulators = 12;  ///< of 16 registers
#else
constexpr int n_lanes = 2;
constexpr int n_accumulators = 12;
#endif

/// As many numbers as one register holds.
template <class Real>
struct RegisterOf {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): 1 for double
  static constexpr int n_values = n_lanes * static_cast<int>(sizeof(double) / sizeof(Real));
  using Type __attribute__((vector_size(n_lanes * sizeof(double)))) = Real;
};
template <class Real>
using LanesOf = typename RegisterOf<Real>::Type;
using Lanes = LanesOf<double>;

template <class Real>
LOBATTO_INLINE LanesOf<Real> load(const Real* from) {
  LanesOf<Real> out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
template <class Real>
LOBATTO_INLINE void store(Real* to, const LanesOf<Real>& value) {
  std::memcpy(to, &value, sizeof value);
}

template <class Value>
LOBATTO_INLINE void use_in_register([[maybe_unused]] Value& value) {
#if defined(__AVX512F__)
  asm("" : "+v"(value));
#elif defined(__x86_64__)
  asm("" : "+x"(value));
#endif
}

/// Without this the compiler may load the value again from memory for every use of it. GCC takes a
/// vector of one number for no register but the number itself.
template <class Vector>
LOBATTO_INLINE void keep_in_register(Vector& value) {
  if constexpr (sizeof(value) > sizeof(value[0])) {
    use_in_register(value);
  } else {
    auto only = value[0];
    use_in_register(only);
    value[0] = only;
  }
}

/// f(0), f(1), ... f(count - 1) with the index as a constant, so that arrays indexed by it stay in
/// registers.
template <int count, class Function>
LOBATTO_INLINE void unrolled(Function&& f) {
  [&]<int... index>(std::integer_sequence<int, index...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, index>{}), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

/// from[0] from[1] from[0] from[1] ...
LOBATTO_INLINE Lanes load_pair(const double* from) {
  if constexpr (n_lanes == 2) return load(from);
  Lanes out;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  asm("vbroadcastf64x2 %1, %0" : "=v"(out) : "m"(*reinterpret_cast<const double(*)[2]>(from)));
#elif defined(__AVX__)
  asm("vbroadcastf128 %1, %0" : "=x"(out) : "m"(*reinterpret_cast<const double(*)[2]>(from)));
#else
  out = load(from);
#endif
  return out;
}

#if defined(__AVX512F__) && defined(__AVX512DQ__)

/// a1 a0 a3 a2 ...
LOBATTO_INLINE Lanes swap_neighbours(const Lanes& a) {
  return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6);
}

/// The pair a_{2 c} a_{2 c + 1} everywhere.
template <int c>
LOBATTO_INLINE Lanes spread_pair(const Lanes& a) {
  constexpr int x = 2 * c, y = 2 * c + 1;
  return __builtin_shufflevector(a, a, x, y, x, y, x, y, x, y);
}

/// rows[r][c] -> rows[c][r].
LOBATTO_INLINE void transpose(Lanes (&rows)[n_lanes]) {
  Lanes t[n_lanes];
  unrolled<4>([&](auto r) __attribute__((always_inline)) {  // pairs within rows 2r, 2r + 1
    const Lanes a = rows[2 * r], b = rows[2 * r + 1];
    t[2 * r] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    t[2 * r + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  });
  unrolled<4>([&](auto r) __attribute__((always_inline)) {  // blocks of four rows
    constexpr int at = r < 2 ? r : r + 2;
    rows[at] = __builtin_shufflevector(t[at], t[at + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    rows[at + 2] = __builtin_shufflevector(t[at], t[at + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  });
  unrolled<4>([&](auto r) __attribute__((always_inline)) {
    t[r] = __builtin_shufflevector(rows[r], rows[r + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    t[r + 4] = __builtin_shufflevector(rows[r], rows[r + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  });
  unrolled<n_lanes>([&](auto r) __attribute__((always_inline)) { rows[r] = t[r]; });
}

#elif defined(__AVX__)

LOBATTO_INLINE Lanes swap_neighbours(const Lanes& a) {
  return __builtin_shufflevector(a, a, 1, 0, 3, 2);
}

template <int c>
LOBATTO_INLINE Lanes spread_pair(const Lanes& a) {
  return __builtin_shufflevector(a, a, 2 * c, 2 * c + 1, 2 * c, 2 * c + 1);
}

LOBATTO_INLINE void transpose(Lanes (&rows)[n_lanes]) {
  const Lanes a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6);
  const Lanes b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7);
  const Lanes c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6);
  const Lanes d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

#else

LOBATTO_INLINE Lanes swap_neighbours(const Lanes& a) { return __builtin_shufflevector(a, a, 1, 0); }

template <int c>
LOBATTO_INLINE Lanes spread_pair(const Lanes& a) {
  return a;
}

LOBATTO_INLINE void transpose(Lanes (&rows)[n_lanes]) {
  const Lanes a = rows[0];
  rows[0] = __builtin_shufflevector(a, rows[1], 0, 2);
  rows[1] = __builtin_shufflevector(a, rows[1], 1, 3);
}

#endif

/// 1, -1, 1, -1, ...
LOBATTO_INLINE Lanes alternating_signs() {
  Lanes signs{};
  for (int lane = 0; lane < n_lanes; ++lane) signs[lane] = lane % 2 == 0 ? 1.0 : -1.0;
  return signs;
}

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
