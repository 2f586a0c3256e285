#include "poly/matrix.hpp"

#include <cassert>

namespace lobatto::poly {

Matrix transpose(const Matrix& a) {
  Matrix t(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.cols; ++j) t(j, i) = a(i, j);
  }
  return t;
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  assert(a.cols == b.rows);
  Matrix c(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.cols; ++k) {
      for (int j = 0; j < b.cols; ++j) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

}  // namespace lobatto::poly
