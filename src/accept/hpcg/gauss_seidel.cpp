#include "accept/hpcg/gauss_seidel.hpp"

#include "accept/sparse/sparse_product.hpp"

namespace lobatto::accept {

namespace {

void solve_row(const SparseRows& matrix, std::size_t row, std::span<const double> rhs,
               std::span<double> x) {
  double sum = rhs[row], diagonal = 0;
  for (std::uint32_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
    if (matrix.columns[e] == row)
      diagonal = matrix.values[e];
    else
      sum -= matrix.values[e] * x[matrix.columns[e]];
  }
  x[row] = sum / diagonal;
}

/// Rows of a triangle, their addresses at hand.
class Triangle {
 public:
  explicit Triangle(const SparseRows& rows)
      : values_(rows.values.data()), columns_(rows.columns.data()), offsets_(rows.offsets.data()) {}
  /// (triangle x)[row]
  [[nodiscard]] double times(std::size_t row, const double* x) const {
    return row_times(values_, columns_, offsets_[row], offsets_[row + 1], x);
  }

 private:
  const double* values_;
  const std::uint32_t *columns_, *offsets_;
};

}  // namespace

void symmetric_gauss_seidel_reference(const SparseRows& matrix, std::span<const double> rhs,
                                      std::span<double> x) {
  for (std::size_t row = 0; row < matrix.n_rows(); ++row) solve_row(matrix, row, rhs, x);
  for (std::size_t row = matrix.n_rows(); row-- > 0;) solve_row(matrix, row, rhs, x);
}

TriangularParts::TriangularParts(const SparseRows& matrix)
    : before(matrix.n_rows()), after(matrix.n_rows()) {
  for (std::uint32_t row = 0; row < matrix.n_rows(); ++row) {
    for (std::uint32_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      const std::uint32_t column = matrix.columns[e];
      const double value = matrix.values[e];
      if (column == row)
        inverse_diagonal.push_back(1 / value);
      else if (column + 1 == row)
        before[row] = value;
      else if (column == row + 1)
        after[row] = value;
      else
        (column < row ? lower : upper).add(column, value);
    }
    lower.end_row();
    upper.end_row();
  }
}

void TriangularParts::replace_diagonal(std::span<const double> diagonal) {
  for (std::size_t row = 0; row < diagonal.size(); ++row) inverse_diagonal[row] = 1 / diagonal[row];
}

void sweep_forward_from_zero(const TriangularParts& parts, std::span<const double> rhs,
                             std::span<double> x, std::span<double> s) {
  const Triangle lower(parts.lower);
  double last = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double known = rhs[row] - lower.times(row, x.data());
    s[row] = known - parts.before[row] * last;
    x[row] = last = s[row] * parts.inverse_diagonal[row];
  }
}

void sweep_forward(const TriangularParts& parts, std::span<double> x, std::span<double> s) {
  const Triangle lower(parts.lower), upper(parts.upper);
  const std::size_t n = x.size();
  double last = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const double next = row + 1 < n ? x[row + 1] : 0;
    const double old = upper.times(row, x.data()) + parts.after[row] * next;
    const double known = s[row] - lower.times(row, x.data());
    s[row] = known - parts.before[row] * last;
    x[row] = last = (s[row] - old) * parts.inverse_diagonal[row];
  }
}

void sweep_backward(const TriangularParts& parts, std::span<double> x, std::span<const double> s) {
  const Triangle upper(parts.upper);
  double last = 0;
  for (std::size_t row = x.size(); row-- > 0;) {
    const double known = s[row] - upper.times(row, x.data());
    x[row] = last = (known - parts.after[row] * last) * parts.inverse_diagonal[row];
  }
}

void sweep_backward_with_change(const TriangularParts& parts, std::span<double> x,
                                std::span<double> s) {
  const Triangle upper(parts.upper);
  double last = 0;
  for (std::size_t row = x.size(); row-- > 0;) {
    const double forward = x[row], known = s[row] - upper.times(row, x.data());
    x[row] = last = (known - parts.after[row] * last) * parts.inverse_diagonal[row];
    s[row] = forward - last;
  }
}

void lower_product_of_rows(const TriangularParts& parts, std::span<const std::uint32_t> rows,
                           std::span<const double> x, std::span<double> y) {
  const Triangle lower(parts.lower);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::size_t row = rows[n];
    y[n] = lower.times(row, x.data());
    if (row > 0) y[n] += parts.before[row] * x[row - 1];
  }
}

}  // namespace lobatto::accept
