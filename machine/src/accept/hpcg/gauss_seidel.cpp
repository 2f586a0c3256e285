#include "accept/hpcg/gauss_seidel.hpp"

#include <utility>

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

/// (known - entry last) / diagonal, such that it comes one operation after `last`.
double solved(double known, double entry, double last, double inverse_diagonal) {
  return known * inverse_diagonal - entry * inverse_diagonal * last;
}

}  // namespace

void symmetric_gauss_seidel_reference(const SparseRows& matrix, std::span<const double> rhs,
                                      std::span<double> x) {
  for (std::size_t row = 0; row < matrix.n_rows(); ++row) solve_row(matrix, row, rhs, x);
  for (std::size_t row = matrix.n_rows(); row-- > 0;) solve_row(matrix, row, rhs, x);
}

struct TriangularParts::Sorted {
  explicit Sorted(const SparseRows& matrix);
  SparseRows lower, upper;
  std::vector<double> before, after, inverse_diagonal;
};

TriangularParts::Sorted::Sorted(const SparseRows& matrix)
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

TriangularParts::TriangularParts(const SparseRows& matrix) : TriangularParts(Sorted(matrix)) {}

TriangularParts::TriangularParts(Sorted&& sorted)
    : lower(sorted.lower, sorted.before.size()),
      upper(sorted.upper, sorted.before.size()),
      before(std::move(sorted.before)),
      after(std::move(sorted.after)),
      inverse_diagonal(std::move(sorted.inverse_diagonal)) {}

void TriangularParts::replace_diagonal(std::span<const double> diagonal) {
  for (std::size_t row = 0; row < diagonal.size(); ++row) inverse_diagonal[row] = 1 / diagonal[row];
}

void sweep_forward_from_zero(const TriangularParts& parts, std::span<const double> rhs,
                             std::span<double> x, std::span<double> s) {
  double last = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double known = rhs[row] - parts.lower.times(row, x.data());
    s[row] = known - parts.before[row] * last;
    x[row] = last = solved(known, parts.before[row], last, parts.inverse_diagonal[row]);
  }
}

void sweep_forward(const TriangularParts& parts, std::span<const double> rhs, std::span<double> x,
                   std::span<double> s) {
  const std::size_t n = x.size();
  double last = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const double next = row + 1 < n ? x[row + 1] : 0;
    const double old = parts.upper.times(row, x.data()) + parts.after[row] * next;
    const double known = rhs[row] - parts.lower.times(row, x.data());
    s[row] = known - parts.before[row] * last;
    x[row] = last = solved(known - old, parts.before[row], last, parts.inverse_diagonal[row]);
  }
}

void sweep_backward(const TriangularParts& parts, std::span<double> x, std::span<const double> s) {
  double last = 0;
  for (std::size_t row = x.size(); row-- > 0;) {
    const double known = s[row] - parts.upper.times<RowRuns::backwards>(row, x.data());
    x[row] = last = solved(known, parts.after[row], last, parts.inverse_diagonal[row]);
  }
}

void sweep_backward_with_change(const TriangularParts& parts, std::span<double> x,
                                std::span<double> s) {
  double last = 0;
  for (std::size_t row = x.size(); row-- > 0;) {
    const double forward = x[row],
                 known = s[row] - parts.upper.times<RowRuns::backwards>(row, x.data());
    x[row] = last = solved(known, parts.after[row], last, parts.inverse_diagonal[row]);
    s[row] = forward - last;
  }
}

void lower_product_of_rows(const TriangularParts& parts, std::span<const std::uint32_t> rows,
                           std::span<const double> x, std::span<double> y) {
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::size_t row = rows[n];
    y[n] = parts.lower.times<RowRuns::nowhere>(row, x.data());
    if (row > 0) y[n] += parts.before[row] * x[row - 1];
  }
}

}  // namespace lobatto::accept
