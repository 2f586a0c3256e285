#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/aligned_array.hpp"

namespace lobatto::kernels {

/// Lines of a batch (kernels/batches/element_batches.hpp): value l of line q of each lane at
/// values[(l * along + q * across) * lanes + lane].
template <class Value>
struct BatchLines {
  Value* values = nullptr;
  int along = 1, across = 1;

  [[nodiscard]] BatchLines plane(std::size_t offset) const {
    return {values + offset, along, across};
  }
};

/// A matrix for each lane, A(row, column) at entries[(row * of_row + column * of_column) * lanes +
/// lane].
template <class Real>
struct BatchMatrix {
  const Real* entries = nullptr;
  int of_row = 1, of_column = 1;
};

/// One matrix [n_out][n_in] for all lanes, T(n_out-1-i, n_in-1-l) = +-T(i, l), split by parity as
/// ParityMatrix is (kernels/products/line_products.hpp), for sizes known at run time. A middle
/// column counts half in `even`, since its value is added to itself.
template <class Real>
struct SplitMatrix {
  int n_out = 0, n_in = 0;
  bool symmetric = true;               ///< else antisymmetric
  base::AlignedArray<Real> even, odd;  ///< [(n_in + 1) / 2][(n_out + 1) / 2]

  SplitMatrix() = default;
  /// entry(i, l)
  template <class Entry>
  SplitMatrix(int n_rows, int n_columns, bool is_symmetric, const Entry& entry)
      : n_out(n_rows),
        n_in(n_columns),
        symmetric(is_symmetric),
        even(static_cast<std::size_t>((n_in + 1) / 2) * ((n_out + 1) / 2)),
        odd(even.size()) {
    const int half = (n_out + 1) / 2;
    for (int l = 0; l < (n_in + 1) / 2; ++l) {
      const double share = 2 * l == n_in - 1 ? 0.25 : 0.5;
      for (int i = 0; i < half; ++i) {
        even[l * half + i] = static_cast<Real>(share * (entry(i, l) + entry(i, n_in - 1 - l)));
        odd[l * half + i] = static_cast<Real>(share * (entry(i, l) - entry(i, n_in - 1 - l)));
      }
    }
  }
};

/// What the elements of a batch have to be multiplied with and divided by, in the widest registers
/// of the processor, a register a node. Real is double or float.
template <class Real>
class BatchArithmetic {
 public:
  virtual ~BatchArithmetic() = default;
  [[nodiscard]] virtual int lanes() const = 0;

  struct Shape {
    int n_out, n_in, n_lines;
    bool add = false;  ///< to what is there
  };
  /// out = A in on each line. out must not overlap in.
  virtual void multiply(const Shape& shape, const BatchMatrix<Real>& matrix,
                        BatchLines<const Real> in, BatchLines<Real> out) const = 0;
  /// out (+)= scale T in on n_lines lines; scale [lanes]. out must not overlap in.
  virtual void multiply(const SplitMatrix<Real>& matrix, int n_lines, bool add, const Real* scale,
                        BatchLines<const Real> in, BatchLines<Real> out) const = 0;
  /// Entry i of `values` [n] divided by x_i + yz and multiplied by `factor`; zero where the sum is
  /// not positive. x [n][lanes], yz [lanes].
  virtual void divide(int n, const Real* x, const Real* yz, Real factor, Real* values) const = 0;
  /// out = in on n_lines lines of n values.
  virtual void copy(int n, int n_lines, BatchLines<const Real> in, BatchLines<Real> out) const = 0;
  /// out = a - b on n_lines lines of n values.
  virtual void subtract(int n, int n_lines, BatchLines<const Real> a, BatchLines<const Real> b,
                        BatchLines<Real> out) const = 0;
  /// Up to `lanes` elements of a field [element][size], by their numbers.
  template <class Value>
  struct Elements {
    Value* field;
    std::span<const int> numbers;
  };
  /// To a batch and back; the lanes without an element are made zero, and left out.
  virtual void pack(std::size_t size, const Elements<const double>& elements,
                    Real* batch) const = 0;
  /// elements = weights * batch
  virtual void unpack(std::size_t size, const Real* weights, const Real* batch,
                      const Elements<double>& elements) const = 0;
};

/// For the widest registers of this processor, or half or a quarter of them where `n_elements` make
/// no more batches of that.
template <class Real>
std::unique_ptr<const BatchArithmetic<Real>> make_batch_arithmetic(int n_elements);

/// For registers of `lanes` doubles; each is a source file of its own, which the build makes from
/// batch_arithmetic_method.cpp.in.
template <class Real, int lanes>
std::unique_ptr<const BatchArithmetic<Real>> make_compiled_batch_arithmetic(int n_elements);

}  // namespace lobatto::kernels
