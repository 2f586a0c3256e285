#include "direct/column_slab.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/error.hpp"
#include "line_cases.hpp"

namespace lobatto {
namespace {

using direct::ColumnSlab;

struct Shape {
  int n_x, n_z, order, first_lane;
};

class ColumnSlabOfShape : public ::testing::TestWithParam<Shape> {
 protected:
  [[nodiscard]] int n() const { return GetParam().order + 1; }
  [[nodiscard]] std::size_t column_size() const {
    return static_cast<std::size_t>(GetParam().n_x) * n() * n() * n();
  }
  [[nodiscard]] std::size_t at(int e_x, int k, int j, int i) const {
    return ((e_x * n() + k) * n() + j) * n() + i;
  }
};

TEST_P(ColumnSlabOfShape, AddsWhatElementsShareAndGivesItToEachOfThem) {
  const auto [n_x, n_z, order, first_lane] = GetParam();
  const ColumnSlab shape(n_x, n_z, order, first_lane);
  base::AlignedArray<double> slab(shape.size());
  const auto values = test::random_values(column_size() * n_z * 2);
  const auto column = [&](int row, int e_z) {
    return values.data() + (row * n_z + e_z) * column_size();
  };

  // Node sums of two rows of columns, by (x, sheet from the first row on, z).
  std::map<std::tuple<int, int, int>, double> sums;
  for (int row = 0; row < 2; ++row) {
    for (int e_z = 0; e_z < n_z; ++e_z) {
      for (int e_x = 0; e_x < n_x; ++e_x) {
        for (int k = 0; k < n(); ++k) {
          for (int j = 0; j < n(); ++j) {
            for (int i = 0; i < n(); ++i) {
              sums[{e_x * order + i, row * order + j, e_z * order + k}] +=
                  column(row, e_z)[at(e_x, k, j, i)];
            }
          }
        }
      }
    }
  }

  slab.fill(99);
  const direct::SheetRow first{0, 0, n(), true, false}, second{1, 0, n(), false, true};
  for (int e_z = 0; e_z < n_z; ++e_z)
    shape.deposit(column(0, e_z), e_z, first, nullptr, slab.data());
  shape.carry_last_sheet(slab.data());
  for (int e_z = 0; e_z < n_z; ++e_z)
    shape.deposit(column(1, e_z), e_z, second, column(0, 0), slab.data());
  std::vector<double> extracted(column_size());
  for (int e_z = 0; e_z < n_z; ++e_z) {
    shape.extract(slab.data(), e_z, second, extracted.data(), extracted.data());
    for (int e_x = 0; e_x < n_x; ++e_x) {
      for (int k = 0; k < n(); ++k) {
        for (int j = 0; j < n(); ++j) {
          for (int i = 0; i < n(); ++i) {
            const double expected = sums[{e_x * order + i, order + j, e_z * order + k}];
            EXPECT_NEAR(extracted[at(e_x, k, j, i)], expected, 1e-14);
          }
        }
      }
    }
  }
}

TEST_P(ColumnSlabOfShape, ClearsOnlyItsPadding) {
  const auto [n_x, n_z, order, first_lane] = GetParam();
  const ColumnSlab shape(n_x, n_z, order, first_lane);
  base::AlignedArray<double> slab(shape.size());
  slab.fill(3);
  shape.clear_padding(slab.data());
  const auto n_nodes = static_cast<std::size_t>(n_z * order + 1);
  for (int a = 0; a <= n_x * order; ++a) {
    for (int j = 0; j < n(); ++j) {
      const double* const sheet =
          shape.first_node(slab.data()) + a * shape.row_stride() + j * shape.sheet_stride();
      for (std::size_t k = 0; k < shape.sheet_stride(); ++k)
        EXPECT_EQ(sheet[k], k < n_nodes ? 3.0 : 0.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ColumnSlabOfShape,
                         ::testing::Values(Shape{1, 1, 1, 0}, Shape{2, 3, 3, 1}, Shape{3, 2, 7, 0},
                                           Shape{2, 2, 10, 1}, Shape{1, 2, 15, 0},
                                           Shape{1, 1, 31, 1}));

TEST(ColumnSlab, RefusesOrdersWithoutAKernel) {
  EXPECT_THROW(ColumnSlab(1, 1, 32, 0), base::Error);
  EXPECT_THROW(ColumnSlab(1, 1, 0, 0), base::Error);
}

}  // namespace
}  // namespace lobatto
