#pragma once

#include <cstddef>
#include <vector>

namespace lobatto::poly {

/// Small dense matrix, row-major: a(i, j) = values[i * cols + j]. For set-up, not for hot loops.
struct Matrix {
  int rows = 0;
  int cols = 0;
  std::vector<double> values;

  Matrix() = default;
  Matrix(int n_rows, int n_cols)
      : rows(n_rows),
        cols(n_cols),
        values(static_cast<std::size_t>(n_rows) * static_cast<std::size_t>(n_cols)) {}

  double& operator()(int i, int j) { return values[static_cast<std::size_t>(i) * cols + j]; }
  double operator()(int i, int j) const { return values[static_cast<std::size_t>(i) * cols + j]; }
};

Matrix transpose(const Matrix& a);
Matrix multiply(const Matrix& a, const Matrix& b);

}  // namespace lobatto::poly
