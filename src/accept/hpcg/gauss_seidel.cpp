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

/// (triangle x)[row]
double times(const SparseRows& triangle, std::size_t row, const double* x) {
  return row_times(triangle.values.data(), triangle.columns.data(), triangle.offsets[row],
                   triangle.offsets[row + 1], x);
}

}  // namespace

void symmetric_gauss_seidel_reference(const SparseRows& matrix, std::span<const double> rhs,
                                      std::span<double> x) {
  for (std::size_t row = 0; row < matrix.n_rows(); ++row) solve_row(matrix, row, rhs, x);
  for (std::size_t row = matrix.n_rows(); row-- > 0;) solve_row(matrix, row, rhs, x);
}

TriangularParts::TriangularParts(const SparseRows& matrix) {
  for (std::uint32_t row = 0; row < matrix.n_rows(); ++row) {
    const std::uint32_t first = matrix.offsets[row], last = matrix.offsets[row + 1];
    for (std::uint32_t e = first; e < last; ++e) {
      if (matrix.columns[e] < row) lower.add(matrix.columns[e], matrix.values[e]);
      if (matrix.columns[e] == row) inverse_diagonal.push_back(1 / matrix.values[e]);
    }
    for (std::uint32_t e = last; e-- > first;)
      if (matrix.columns[e] > row) upper.add(matrix.columns[e], matrix.values[e]);
    lower.end_row();
    upper.end_row();
  }
}

void TriangularParts::replace_diagonal(std::span<const double> diagonal) {
  for (std::size_t row = 0; row < diagonal.size(); ++row) inverse_diagonal[row] = 1 / diagonal[row];
}

void sweep_forward_from_zero(const TriangularParts& parts, std::span<const double> rhs,
                             std::span<double> x, std::span<double> s) {
  for (std::size_t row = 0; row < x.size(); ++row) {
    s[row] = rhs[row] - times(parts.lower, row, x.data());
    x[row] = s[row] * parts.inverse_diagonal[row];
  }
}

void sweep_forward(const TriangularParts& parts, std::span<double> x, std::span<double> s) {
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double before = times(parts.upper, row, x.data());
    s[row] -= times(parts.lower, row, x.data());
    x[row] = (s[row] - before) * parts.inverse_diagonal[row];
  }
}

void sweep_backward(const TriangularParts& parts, std::span<double> x, std::span<const double> s) {
  for (std::size_t row = x.size(); row-- > 0;)
    x[row] = (s[row] - times(parts.upper, row, x.data())) * parts.inverse_diagonal[row];
}

void sweep_backward_with_change(const TriangularParts& parts, std::span<double> x,
                                std::span<double> s) {
  for (std::size_t row = x.size(); row-- > 0;) {
    const double forward = x[row];
    x[row] = (s[row] - times(parts.upper, row, x.data())) * parts.inverse_diagonal[row];
    s[row] = forward - x[row];
  }
}

void lower_product_of_rows(const TriangularParts& parts, std::span<const std::uint32_t> rows,
                           std::span<const double> x, std::span<double> y) {
  for (std::size_t n = 0; n < rows.size(); ++n) y[n] = times(parts.lower, rows[n], x.data());
}

}  // namespace lobatto::accept
