#include "poly/matrix.hpp"

#include <gtest/gtest.h>

namespace lobatto::poly {
namespace {

Matrix numbered(int rows, int cols, double first) {
  Matrix a(rows, cols);
  for (double& value : a.values) value = first++;
  return a;
}

TEST(Matrix, MultipliesAndTransposes) {
  const Matrix a = numbered(2, 3, 1);  // 1 2 3 / 4 5 6
  const Matrix b = numbered(3, 2, 1);  // 1 2 / 3 4 / 5 6
  EXPECT_EQ(multiply(a, b).values, (std::vector<double>{22, 28, 49, 64}));
  EXPECT_EQ(transpose(a).values, (std::vector<double>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(transpose(multiply(a, b)).values, multiply(transpose(b), transpose(a)).values);
}

}  // namespace
}  // namespace lobatto::poly
