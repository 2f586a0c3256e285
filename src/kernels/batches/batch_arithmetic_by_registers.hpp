#pragma once

#include <algorithm>

#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// A block of results in registers: `rows` of the matrix times `lines`, so that each entry and each
/// value that is loaded serves several products.
struct RegisterBlock {
  static constexpr int max_rows = n_lanes == 8 ? 5 : 3;
  static constexpr int max_lines = n_lanes == 8 ? 6 : 3;
  static constexpr int lines_for(int rows) { return n_lanes == 8 && rows == 5 ? 5 : max_lines; }
  /// Of a product split by parity, which keeps two sums a row.
  static constexpr int max_split_rows = n_lanes == 8 ? 4 : 2;
  static constexpr int max_split_lines = n_lanes == 8 ? 3 : 2;
};

/// f(first, count) for parts of 0 ... n - 1 of nearly equal length, at most `longest`.
template <class Function>
LOBATTO_INLINE void in_parts(int n, int longest, Function&& f) {
  const int n_parts = (n + longest - 1) / longest;
  for (int part = 0; part < n_parts; ++part) {
    const int first = part * n / n_parts;
    f(first, (part + 1) * n / n_parts - first);
  }
}

/// f(std::integral_constant<int, count>) for a count from 1 to `largest` known at run time.
template <int largest, class Function>
LOBATTO_INLINE void with_constant(int count, Function&& f) {
  unrolled<largest>([&](auto c) __attribute__((always_inline)) {
    if (count == c + 1) f(std::integral_constant<int, c + 1>{});
  });
}

/// `width` elements at once: a whole register or a part of one.
template <class Real, int width>
class BatchArithmeticByRegisters final : public BatchArithmetic<Real> {
  using Base = BatchArithmetic<Real>;
  using Vector __attribute__((vector_size(width * sizeof(Real)))) = Real;

 public:
  [[nodiscard]] int lanes() const override { return width; }

  void multiply(const typename Base::Shape& shape, const BatchMatrix<Real>& matrix,
                BatchLines<const Real> in, BatchLines<Real> out) const override {
    in_parts(shape.n_out, RegisterBlock::max_rows, [&](int row, int n_rows) {
      const BatchMatrix<Real> block{matrix.entries + row * matrix.of_row * width, matrix.of_row,
                                    matrix.of_column};
      in_parts(shape.n_lines, RegisterBlock::lines_for(n_rows), [&](int line, int n_lines) {
        const auto from = in.plane(line * in.across * width);
        const auto to = out.plane((row * out.along + line * out.across) * width);
        with_constant<RegisterBlock::max_rows>(n_rows, [&](auto rows) {
          with_constant<RegisterBlock::lines_for(rows)>(n_lines, [&](auto lines) {
            multiply_block<rows, lines>(shape.n_in, shape.add, block, from, to);
          });
        });
      });
    });
  }

  void multiply(const SplitMatrix<Real>& matrix, int n_lines, bool add, const Real* scale,
                BatchLines<const Real> in, BatchLines<Real> out) const override {
    in_parts(n_lines, RegisterBlock::max_split_lines, [&](int line, int n_together) {
      const auto from = in.plane(line * in.across * width);
      const auto to = out.plane(line * out.across * width);
      in_parts((matrix.n_out + 1) / 2, RegisterBlock::max_split_rows, [&](int row, int n_rows) {
        with_constant<RegisterBlock::max_split_rows>(n_rows, [&](auto rows) {
          with_constant<RegisterBlock::max_split_lines>(n_together, [&](auto lines) {
            multiply_split_block<rows, lines>(matrix, row, add, scale, from, to);
          });
        });
      });
    });
  }

  void divide(int n, const Real* x, const Real* yz, Real factor, Real* values) const override {
    const Vector others = load(yz), zero{};
    for (int i = 0; i < n; ++i) {
      const Vector sum = load(x + i * width) + others;
      store(values + i * width, sum > zero ? factor * load(values + i * width) / sum : zero);
    }
  }

  void copy(int n, int n_lines, BatchLines<const Real> in, BatchLines<Real> out) const override {
    for (int line = 0; line < n_lines; ++line)
      for (int l = 0; l < n; ++l) store(value(out, l, line), load(value(in, l, line)));
  }

  void subtract(int n, int n_lines, BatchLines<const Real> a, BatchLines<const Real> b,
                BatchLines<Real> out) const override {
    for (int line = 0; line < n_lines; ++line)
      for (int l = 0; l < n; ++l)
        store(value(out, l, line), load(value(a, l, line)) - load(value(b, l, line)));
  }

  void pack(std::size_t size, const typename Base::template Elements<const double>& elements,
            Real* batch) const override {
    const auto element = [&](int lane) { return elements.field + elements.numbers[lane] * size; };
    const int count = static_cast<int>(elements.numbers.size());
    std::size_t q = 0;
    for (; width % n_lanes == 0 && count == width && q + n_lanes <= size; q += n_lanes) {
      for (int group = 0; group < width; group += n_lanes) {
        Lanes rows[n_lanes];
        unrolled<n_lanes>([&](auto lane) __attribute__((always_inline)) {
          rows[lane] = kernels::load(element(group + lane) + q);
        });
        transpose(rows);
        unrolled<n_lanes>([&](auto r) __attribute__((always_inline)) {
          const Group row = __builtin_convertvector(rows[r], Group);
          std::memcpy(batch + (q + r) * width + group, &row, sizeof row);
        });
      }
    }
    for (; q < size; ++q)
      for (int lane = 0; lane < width; ++lane)
        batch[q * width + lane] = lane < count ? static_cast<Real>(element(lane)[q]) : Real(0);
  }

  void unpack(std::size_t size, const Real* weights, const Real* batch,
              const typename Base::template Elements<double>& elements) const override {
    const auto element = [&](int lane) { return elements.field + elements.numbers[lane] * size; };
    const int count = static_cast<int>(elements.numbers.size());
    std::size_t q = 0;
    for (; width % n_lanes == 0 && count == width && q + n_lanes <= size; q += n_lanes) {
      for (int group = 0; group < width; group += n_lanes) {
        Lanes rows[n_lanes];
        unrolled<n_lanes>([&](auto r) __attribute__((always_inline)) {
          const std::size_t at = (q + r) * width + group;
          Group row, factors;
          std::memcpy(&row, batch + at, sizeof row);
          std::memcpy(&factors, weights + at, sizeof factors);
          rows[r] = __builtin_convertvector(factors * row, Lanes);
        });
        transpose(rows);
        unrolled<n_lanes>([&](auto lane) __attribute__((always_inline)) {
          kernels::store(element(group + lane) + q, rows[lane]);
        });
      }
    }
    for (; q < size; ++q)
      for (int lane = 0; lane < count; ++lane)
        element(lane)[q] = weights[q * width + lane] * batch[q * width + lane];
  }

 private:
  LOBATTO_INLINE static Vector load(const Real* from) {
    Vector out;
    std::memcpy(&out, from, sizeof out);
    return out;
  }
  LOBATTO_INLINE static void store(Real* to, const Vector& value) {
    std::memcpy(to, &value, sizeof value);
  }

  /// As many values as a register holds doubles.
  using Group __attribute__((vector_size(n_lanes * sizeof(Real)))) = Real;

  template <class Value>
  LOBATTO_INLINE static Value* value(const BatchLines<Value>& lines, int l, int line) {
    return lines.values + (l * lines.along + line * lines.across) * width;
  }

  template <int rows, int lines>
  static void multiply_block(int n_in, bool add, const BatchMatrix<Real>& matrix,
                             const BatchLines<const Real>& in, const BatchLines<Real>& out) {
    Vector sum[rows][lines] = {};
    const Real* a = matrix.entries;
    const Real* from = in.values;
    const std::ptrdiff_t next_entry = matrix.of_column * width, next_value = in.along * width;
    const std::ptrdiff_t next_row = matrix.of_row * width, next_line = in.across * width;
    for (int l = 0; l < n_in; ++l, a += next_entry, from += next_value) {
      Vector x[lines];
      unrolled<lines>([&](auto q) __attribute__((always_inline)) {
        x[q] = load(from + q * next_line);
        keep_in_register(x[q]);
      });
      unrolled<rows>([&](auto r) __attribute__((always_inline)) {
        Vector entry = load(a + r * next_row);
        keep_in_register(entry);
        unrolled<lines>([&](auto q) __attribute__((always_inline)) { sum[r][q] += entry * x[q]; });
      });
    }
    unrolled<rows>([&](auto r) __attribute__((always_inline)) {
      unrolled<lines>([&](auto q) __attribute__((always_inline)) {
        Real* to = out.values + (r * out.along + q * out.across) * width;
        store(to, add ? load(to) + sum[r][q] : sum[r][q]);
      });
    });
  }

  template <int rows, int lines>
  static void multiply_split_block(const SplitMatrix<Real>& matrix, int row, bool add,
                                   const Real* scale, const BatchLines<const Real>& in,
                                   const BatchLines<Real>& out) {
    const int half = (matrix.n_out + 1) / 2, last = matrix.n_out - 1;
    const Real* even_entry = matrix.even.data() + row;
    const Real* odd_entry = matrix.odd.data() + row;
    const std::ptrdiff_t next_value = in.along * width, next_line = in.across * width;
    const Real* low = in.values;
    const Real* high = in.values + (matrix.n_in - 1) * next_value;
    Vector even[rows][lines] = {}, odd[rows][lines] = {};
    for (; low <= high; low += next_value, high -= next_value) {
      Vector e[lines], o[lines];
      unrolled<lines>([&](auto q) __attribute__((always_inline)) {
        const Vector a = load(low + q * next_line), b = load(high + q * next_line);
        e[q] = a + b;
        o[q] = a - b;
      });
      unrolled<rows>([&](auto r) __attribute__((always_inline)) {
        const Real of_even = even_entry[r], of_odd = odd_entry[r];
        unrolled<lines>([&](auto q) __attribute__((always_inline)) {
          even[r][q] += of_even * e[q];
          odd[r][q] += of_odd * o[q];
        });
      });
      even_entry += half;
      odd_entry += half;
    }
    const Vector factor = load(scale);
    const auto put = [&](int i, int q, const Vector& value) __attribute__((always_inline)) {
      Real* to = out.values + (i * out.along + q * out.across) * width;
      store(to, add ? load(to) + factor * value : factor * value);
    };
    unrolled<rows>([&](auto r) __attribute__((always_inline)) {
      unrolled<lines>([&](auto q) __attribute__((always_inline)) {
        const int i = row + r;
        put(i, q, even[r][q] + odd[r][q]);
        if (2 * i != last)
          put(last - i, q, matrix.symmetric ? even[r][q] - odd[r][q] : odd[r][q] - even[r][q]);
      });
    });
  }
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
