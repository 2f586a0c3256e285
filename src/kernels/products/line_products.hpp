#pragma once

#include <algorithm>
#include <cstddef>

#include "base/aligned_array.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

enum class Parity { symmetric = 1, antisymmetric = -1 };

/// An n x n matrix with A(n-1-i, n-1-l) = +-A(i, l), split by parity. Of a line u the even part is
/// e_l = u_l + u_{n-1-l} (the middle one, if any, just u_l), the odd part o_l = u_l - u_{n-1-l}.
/// With E = sum_l even(l, i) e_l and O = sum_l odd(l, i) o_l the product is E_i + O_i at i and
/// +-(E_i - O_i) at n-1-i: half the multiplications. Derivative matrices of symmetric nodes are
/// antisymmetric in this sense, the products of two of them symmetric.
template <int n>
struct ParityMatrix {
  static constexpr int n_even = (n + 1) / 2;
  static constexpr int n_odd = n / 2;

  alignas(64) double even[n_even][n_even];  ///< [l][i]
  alignas(64) double odd[n_odd][n_even];

  ParityMatrix() = default;
  /// a(i, l)
  template <class Matrix>
  explicit ParityMatrix(const Matrix& a) {
    for (int i = 0; i < n_even; ++i) {
      for (int l = 0; l < n_even; ++l)
        even[l][i] = 2 * l == n - 1 ? a(i, l) : 0.5 * (a(i, l) + a(i, n - 1 - l));
      for (int l = 0; l < n_odd; ++l) odd[l][i] = 0.5 * (a(i, l) - a(i, n - 1 - l));
    }
  }

  void set_to(double factor, const ParityMatrix& other) {
    for (int l = 0; l < n_even; ++l)
      for (int i = 0; i < n_even; ++i) even[l][i] = factor * other.even[l][i];
    for (int l = 0; l < n_odd; ++l)
      for (int i = 0; i < n_even; ++i) odd[l][i] = factor * other.odd[l][i];
  }
};

/// out = A in (+ plus, where that is not null) for n_lanes neighbouring lines at once; the values
/// of a line are in_stride, those of plus and out out_stride apart.
template <int n, Parity parity, int in_stride, int out_stride>
LOBATTO_INLINE void along_line(const ParityMatrix<n>& matrix, const double* in, const double* plus,
                               double* out) {
  constexpr int n_even = ParityMatrix<n>::n_even, n_odd = ParityMatrix<n>::n_odd;
  // Seen from here the entries may have changed since the last line: else the compiler broadcasts
  // them all ahead of the loop over lines and keeps them on the stack.
  const ParityMatrix<n>* a = &matrix;
  asm volatile("" : "+r"(a));
  Lanes e[n_even], o[n_odd];
  unrolled<n_odd>([&](auto l) __attribute__((always_inline)) {
    const Lanes low = load(in + l * in_stride), high = load(in + (n - 1 - l) * in_stride);
    e[l] = low + high;
    o[l] = low - high;
  });
  if constexpr (n % 2 == 1) e[n_odd] = load(in + n_odd * in_stride);
  constexpr int together = n_lanes == 8 ? 4 : 2;
  constexpr int n_blocks = (n_even + together - 1) / together;
  unrolled<n_blocks>([&](auto block) __attribute__((always_inline)) {
    constexpr int first = block * together, count = std::min(together, n_even - first);
    Lanes even[count], odd[count];
    unrolled<count>([&](auto i)
                        __attribute__((always_inline)) { even[i] = a->even[0][first + i] * e[0]; });
    unrolled<n_even - 1>([&](auto l) __attribute__((always_inline)) {
      unrolled<count>([&](auto i) __attribute__((always_inline)) {
        even[i] += a->even[l + 1][first + i] * e[l + 1];
      });
    });
    unrolled<count>([&](auto i)
                        __attribute__((always_inline)) { odd[i] = a->odd[0][first + i] * o[0]; });
    unrolled<n_odd - 1>([&](auto l) __attribute__((always_inline)) {
      unrolled<count>([&](auto i) __attribute__((always_inline)) {
        odd[i] += a->odd[l + 1][first + i] * o[l + 1];
      });
    });
    unrolled<count>([&](auto i) __attribute__((always_inline)) {
      constexpr int low = (first + i) * out_stride, high = (n - 1 - first - i) * out_stride;
      Lanes at_low = even[i] + odd[i];
      Lanes at_high = parity == Parity::symmetric ? even[i] - odd[i] : odd[i] - even[i];
      if (plus != nullptr) {
        at_low += load(plus + low);
        at_high += load(plus + high);
      }
      if constexpr (low != high) store(out + high, at_high);
      store(out + low, at_low);
    });
  });
}

/// Workspace of doubles. Of a type of its own for each width, as is everything that is compiled for
/// several processors.
class LaneBuffer {
 public:
  explicit LaneBuffer(std::size_t n_values) : registers_((n_values + n_lanes - 1) / n_lanes) {}
  double* data() { return reinterpret_cast<double*>(registers_.data()); }

 private:
  base::AlignedArray<Lanes> registers_;
};

/// The rows of n values of a plane as registers: n_registers a row, the last of which overlaps the
/// one before when n is no multiple of n_lanes. What is stored through them must not depend on what
/// was there before.
template <int n>
struct RowLayout {
  static_assert(n >= n_lanes);
  static constexpr int n_registers = (n + n_lanes - 1) / n_lanes;
  static constexpr int at(int r) { return std::min(r * n_lanes, n - n_lanes); }
  /// Rows that a product works on at once, to share the entries of the matrix.
  static constexpr int rows_together = std::clamp(n_accumulators / (3 * n_registers), 1, 8);
};

/// A matrix for products along the rows: columns(l) holds A(i, l) for all i.
template <int n>
struct RowMatrix {
  static constexpr int length = RowLayout<n>::n_registers * n_lanes;
  alignas(64) double columns[n][length];

  RowMatrix() = default;
  template <class Matrix>
  explicit RowMatrix(const Matrix& a) {
    for (int l = 0; l < n; ++l) {
      for (int q = 0; q < length; ++q)
        columns[l][q] = a(RowLayout<n>::at(q / n_lanes) + q % n_lanes, l);
    }
  }
  /// factor a + diagonal b
  void set_to(double factor, const RowMatrix& a, double diagonal, const RowMatrix& b) {
    for (int l = 0; l < n; ++l)
      for (int q = 0; q < length; ++q)
        columns[l][q] = factor * a.columns[l][q] + diagonal * b.columns[l][q];
  }
};

/// use(j, i, sum_l A(i.., l) in[j][l]) for every row j of a plane [n][n] and the registers at i of
/// it; some twice.
template <int n, class Use>
LOBATTO_INLINE void along_rows(const RowMatrix<n>& matrix, const double* in, Use&& use) {
  using Layout = RowLayout<n>;
  constexpr int n_registers = Layout::n_registers, n_rows = Layout::rows_together;
  for (int row = 0; row < n; row += n_rows) {
    const int j = std::min(row, n - n_rows);
    Lanes sum[n_rows][n_registers] = {};
    for (int l = 0; l < n; ++l) {
      Lanes column[n_registers];
      unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
        column[r] = load(matrix.columns[l] + r * n_lanes);
        keep_in_register(column[r]);
      });
      unrolled<n_rows>([&](auto line) __attribute__((always_inline)) {
        const double x = in[(j + line) * n + l];
        unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
          sum[line][r] += column[r] * x;
        });
      });
    }
    unrolled<n_rows>([&](auto line) __attribute__((always_inline)) {
      unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
        use(j + line, Layout::at(r), sum[line][r]);
      });
    });
  }
}

/// sum_q a_q b_q; n_values at least n_lanes.
LOBATTO_INLINE double dot(const double* a, const double* b, std::size_t n_values) {
  Lanes sums[4] = {};
  std::size_t q = 0;
  for (; q + 4 * n_lanes <= n_values; q += 4 * n_lanes) {
    unrolled<4>([&](auto s) __attribute__((always_inline)) {
      sums[s] += load(a + q + s * n_lanes) * load(b + q + s * n_lanes);
    });
  }
  const Lanes sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double total = 0.0;
  for (int lane = 0; lane < n_lanes; ++lane) total += sum[lane];
  for (; q < n_values; ++q) total += a[q] * b[q];
  return total;
}

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
