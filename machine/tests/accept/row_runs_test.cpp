#include "accept/sparse/row_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lobatto::accept {
namespace {

double product_of_row(const SparseRows& rows, std::size_t row, const std::vector<double>& x) {
  double sum = 0;
  for (std::uint32_t e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e)
    sum += rows.values[e] * x[rows.columns[e]];
  return sum;
}

void expect_products(const RowRuns& runs, const SparseRows& rows, std::size_t n_columns) {
  std::vector<double> x(n_columns);
  for (std::size_t i = 0; i < n_columns; ++i) x[i] = std::sin(1.0 + static_cast<double>(i));
  ASSERT_EQ(runs.n_rows(), rows.n_rows());
  for (std::size_t row = 0; row < rows.n_rows(); ++row) {
    const double right = product_of_row(rows, row, x);
    EXPECT_NEAR(runs.times(row, x.data()), right, 1e-13) << row;
    EXPECT_NEAR(runs.times<RowRuns::nowhere>(row, x.data()), right, 1e-13) << row;
    EXPECT_NEAR(runs.times<RowRuns::backwards>(row, x.data()), right, 1e-13) << row;
  }
}

/// Rows with each column at random, in any order, of which some are empty.
SparseRows random_rows(std::size_t n_rows, std::uint32_t n_columns, double density,
                       std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  SparseRows rows;
  for (std::size_t row = 0; row < n_rows; ++row) {
    std::vector<std::uint32_t> columns;
    for (std::uint32_t c = 0; c < n_columns; ++c)
      if (row % 5 != 3 && uniform(random) < density) columns.push_back(c);
    std::shuffle(columns.begin(), columns.end(), random);
    for (const std::uint32_t c : columns) rows.add(c, uniform(random) - 0.5);
    rows.end_row();
  }
  return rows;
}

TEST(RowRuns, MultiplyAsRowsOfAnyPatternDo) {
  std::mt19937 random(1);
  for (const std::uint32_t n_columns : {1U, 2U, 3U, 4U, 5U, 17U})
    for (const double density : {0.2, 0.6, 1.0}) {
      const SparseRows rows = random_rows(40, n_columns, density, random);
      expect_products(RowRuns(rows, n_columns), rows, n_columns);
    }
}

TEST(RowRuns, TakeOtherValues) {
  std::mt19937 random(2);
  SparseRows rows = random_rows(30, 12, 0.5, random);
  RowRuns runs(rows, 12);
  for (double& value : rows.values) value = 1 - 3 * value;
  runs.set_values(rows);
  expect_products(runs, rows, 12);
}

/// Threes of neighbours, as a box has them: one column for each.
TEST(RowRuns, ReadLessThanAColumnPerEntry) {
  SparseRows rows;
  constexpr std::uint32_t n = 1000;
  for (std::uint32_t row = 0; row < n; ++row) {
    for (const std::uint32_t first : {0U, 100U, 400U})
      for (std::uint32_t i = 0; i < 3; ++i) rows.add(first + i, 1);
    rows.end_row();
  }
  EXPECT_NEAR(RowRuns(rows, n).bytes() / n, 9 * 8 + 3 * 4 + 8, 0.1);
}

}  // namespace
}  // namespace lobatto::accept
