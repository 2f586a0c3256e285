#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <numbers>

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {

/// A number, or one of each lane of a register.
template <class Value>
struct Complex {
  Value re, im;
  Complex operator+(Complex b) const { return {re + b.re, im + b.im}; }
  Complex operator-(Complex b) const { return {re - b.re, im - b.im}; }
  Complex operator*(double b) const { return {re * b, im * b}; }
  /// -i times it
  [[nodiscard]] Complex turned() const { return {im, -re}; }
  /// w times it
  [[nodiscard]] Complex times(double w_re, double w_im) const {
    return {re * w_re - im * w_im, re * w_im + im * w_re};
  }
};

template <class Value>
LOBATTO_INLINE Complex<Value> complex_at(const double* re, const double* im) {
  Complex<Value> z;
  std::memcpy(&z.re, re, sizeof(Value));
  std::memcpy(&z.im, im, sizeof(Value));
  return z;
}

template <class Value>
LOBATTO_INLINE void put_complex(const Complex<Value>& z, double* re, double* im) {
  std::memcpy(re, &z.re, sizeof(Value));
  std::memcpy(im, &z.im, sizeof(Value));
}

template <class Value, int factor>
using Butterfly = std::array<Complex<Value>, factor>;

/// X_j = sum_i x_i exp(-2 pi i i j / factor) of 1 to 6 or 8 values, unrolled.
template <class Value, int factor>
LOBATTO_INLINE Butterfly<Value, factor> small_transform(const Butterfly<Value, factor>& x) {
  if constexpr (factor == 1) {
    return x;
  } else if constexpr (factor == 2) {
    return {x[0] + x[1], x[0] - x[1]};
  } else if constexpr (factor == 3) {
    constexpr double sine = 0.5 * std::numbers::sqrt3;
    const auto sum = x[1] + x[2], middle = x[0] - sum * 0.5,
               difference = ((x[1] - x[2]) * sine).turned();
    return {x[0] + sum, middle + difference, middle - difference};
  } else if constexpr (factor == 4) {
    const auto a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = (x[1] - x[3]).turned();
    return {a + c, b + d, a - c, b - d};
  } else if constexpr (factor == 5) {
    // cos and sin of 2 pi / 5 and 4 pi / 5
    constexpr double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410,
                     s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
    const auto a = x[1] + x[4], b = x[2] + x[3], d = x[1] - x[4], f = x[2] - x[3];
    const auto even1 = x[0] + a * c1 + b * c2, even2 = x[0] + a * c2 + b * c1;
    const auto odd1 = (d * s1 + f * s2).turned(), odd2 = (d * s2 - f * s1).turned();
    return {x[0] + a + b, even1 + odd1, even2 + odd2, even2 - odd2, even1 - odd1};
  } else if constexpr (factor == 6) {  // 2 and 3 have no common factor: no powers in between
    const auto a = small_transform<Value, 3>({x[0], x[2], x[4]});
    const auto b = small_transform<Value, 3>({x[3], x[5], x[1]});
    return {a[0] + b[0], a[1] - b[1], a[2] + b[2], a[0] - b[0], a[1] + b[1], a[2] - b[2]};
  } else {
    static_assert(factor == 8);
    constexpr double root = 0.5 * std::numbers::sqrt2;
    const auto a = small_transform<Value, 4>({x[0], x[2], x[4], x[6]});
    const auto b = small_transform<Value, 4>({x[1], x[3], x[5], x[7]});
    const auto b1 = (b[1] + b[1].turned()) * root, b2 = b[2].turned(),
               b3 = (b[3].turned() - b[3]) * root;
    return {a[0] + b[0], a[1] + b1, a[2] + b2, a[3] + b3,
            a[0] - b[0], a[1] - b1, a[2] - b2, a[3] - b3};
  }
}

/// Additions and multiplications of that on complex numbers, also of other factors by definition.
constexpr double butterfly_flops(int factor) {
  switch (factor) {
    case 1:
      return 0;
    case 2:
      return 4;
    case 3:
    case 4:
      return 16;
    case 5:
      return 48;
    case 6:
      return 44;
    case 8:
      return 56;
    default:
      return 8.0 * factor * factor;
  }
}

/// use(lane, Value{}) for n_lanes, a register at a time; the last register overlaps the one before,
/// so what is used must not be overwritten.
template <class Use>
// NOLINTNEXTLINE(clang-diagnostic-shadow)
LOBATTO_INLINE void for_lanes(int n_lanes, Use&& use) {
  constexpr int width = kernels::n_lanes;
  if (n_lanes < width) {
    for (int lane = 0; lane < n_lanes; ++lane) use(lane, double{});
    return;
  }
  for (int lane = 0; lane < n_lanes; lane += width)
    use(std::min(lane, n_lanes - width), kernels::Lanes{});
}

}  // namespace lobatto::kernels
