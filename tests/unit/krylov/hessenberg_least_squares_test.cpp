#include "krylov/hessenberg_least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lobatto::krylov {
namespace {

TEST(HessenbergLeastSquares, TheResidualIsOrthogonalToTheColumnsAndHasTheNormSaid) {
  const std::size_t n = 6;
  const double beta = 2.5;
  HessenbergLeastSquares squares(n);
  squares.start(beta);
  std::vector<std::vector<double>> columns;
  double last_residual = squares.residual();
  EXPECT_EQ(last_residual, beta);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> column(j + 2);
    for (std::size_t i = 0; i < j + 2; ++i)
      column[i] = std::cos(static_cast<double>(3 * i + 5 * j));
    ASSERT_TRUE(squares.add_column(column));
    columns.push_back(column);
    const auto y = squares.solve();
    ASSERT_EQ(y.size(), j + 1);
    std::vector<double> residual(j + 2, 0.0);
    residual[0] = beta;
    for (std::size_t k = 0; k <= j; ++k)
      for (std::size_t i = 0; i < k + 2; ++i) residual[i] -= y[k] * columns[k][i];
    double square = 0;
    for (const double value : residual) square += value * value;
    EXPECT_NEAR(std::sqrt(square), squares.residual(), 1e-13);
    for (std::size_t k = 0; k <= j; ++k) {
      double product = 0;
      for (std::size_t i = 0; i < k + 2; ++i) product += residual[i] * columns[k][i];
      EXPECT_NEAR(product, 0, 1e-13);
    }
    EXPECT_LE(squares.residual(), last_residual);
    last_residual = squares.residual();
  }
}

TEST(HessenbergLeastSquares, RefusesColumnsThatMakeItSingular) {
  HessenbergLeastSquares squares(3);
  squares.start(1.0);
  EXPECT_FALSE(squares.add_column(std::vector{0.0, 0.0}));
  EXPECT_FALSE(squares.add_column(std::vector{std::numeric_limits<double>::quiet_NaN(), 1.0}));
  EXPECT_FALSE(squares.add_column(std::vector{1.0, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(squares.n_columns(), 0u);
  EXPECT_TRUE(squares.add_column(std::vector{1.0, 2.0}));
  EXPECT_FALSE(squares.add_column(std::vector{0.5, 1.0, 0.0}));  // half of the first
  EXPECT_EQ(squares.n_columns(), 1u);
  EXPECT_TRUE(squares.add_column(std::vector{0.5, -1.0, 0.0}));
  EXPECT_NEAR(squares.residual(), 0, 1e-15);
}

}  // namespace
}  // namespace lobatto::krylov
