#include "direct/exchange/column_slab.hpp"

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
  int n_x, n_z, order, first_lane, last;
};

class ColumnSlabOfShape : public ::testing::TestWithParam<Shape> {
 protected:
  [[nodiscard]] int n() const { return GetParam().order + 1; }
  [[nodiscard]] std::size_t element_size() const {
    return static_cast<std::size_t>(n()) * n() * n();
  }
  /// Of node (i, j, k) along x, y, z of the slab, in an element [n][n][n] of the mesh.
  [[nodiscard]] std::size_t at(int k, int j, int i) const {
    switch (GetParam().last) {
      case 0:
        return (j * n() + i) * n() + k;
      case 1:
        return (j * n() + k) * n() + i;
      default:
        return (k * n() + j) * n() + i;
    }
  }
  /// In the order of columns: along x of the mesh, which is z here where that is the last one.
  template <class Use>
  void for_elements(Use&& use) const {
    const auto [n_x, n_z, order, first_lane, last] = GetParam();
    for (int outer = 0; outer < (last == 0 ? n_x : n_z); ++outer)
      for (int inner = 0; inner < (last == 0 ? n_z : n_x); ++inner)
        use(last == 0 ? ColumnSlab::Place{outer, inner} : ColumnSlab::Place{inner, outer});
  }
};

TEST_P(ColumnSlabOfShape, AddsWhatElementsShareAndGivesItToEachOfThem) {
  const auto [n_x, n_z, order, first_lane, last] = GetParam();
  const ColumnSlab shape(n_x, n_z, order, first_lane, last);
  base::AlignedArray<double> slab(shape.size());
  const auto values = test::random_values(element_size() * n_x * n_z * 2);
  const auto element = [&, n_x = n_x, n_z = n_z](int row, const ColumnSlab::Place& place) {
    return values.data() + ((row * n_z + place.z) * n_x + place.x) * element_size();
  };
  const auto for_nodes = [&](auto&& use) {
    for (int k = 0; k < n(); ++k)
      for (int j = 0; j < n(); ++j)
        for (int i = 0; i < n(); ++i) use(k, j, i);
  };

  // Node sums of two rows of columns, by (x, sheet from the first row on, z).
  std::map<std::tuple<int, int, int>, double> sums;
  const auto node_of = [&, order = order](int row, const ColumnSlab::Place& place, int k, int j,
                                          int i) {
    return std::tuple{place.x * order + i, row * order + j, place.z * order + k};
  };
  for (int row = 0; row < 2; ++row)
    for_elements([&](const ColumnSlab::Place& place) {
      for_nodes([&](int k, int j, int i) {
        sums[node_of(row, place, k, j, i)] += element(row, place)[at(k, j, i)];
      });
    });

  slab.fill(99);
  const direct::SheetRow first{0, 0, n(), true, false}, second{1, 0, n(), false, true};
  for_elements([&](const ColumnSlab::Place& place) {
    shape.deposit(element(0, place), place, first, nullptr, slab.data());
  });
  shape.carry_last_sheet(slab.data());
  for_elements([&](const ColumnSlab::Place& place) {
    shape.deposit(element(1, place), place, second, element(0, place), slab.data());
  });
  std::vector<double> extracted(element_size());
  for_elements([&](const ColumnSlab::Place& place) {
    shape.extract(slab.data(), place, second, extracted.data(), extracted.data());
    for_nodes([&](int k, int j, int i) {
      EXPECT_NEAR(extracted[at(k, j, i)], sums[node_of(1, place, k, j, i)], 1e-14);
    });
  });
}

TEST_P(ColumnSlabOfShape, ClearsOnlyItsPadding) {
  const auto [n_x, n_z, order, first_lane, last] = GetParam();
  const ColumnSlab shape(n_x, n_z, order, first_lane, last);
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

std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (int last = 0; last < 3; ++last)
    for (Shape shape : {Shape{1, 1, 1, 0, 2},
                        {2, 3, 3, 1, 2},
                        {3, 2, 7, 0, 2},
                        {2, 2, 10, 1, 2},
                        {1, 2, 15, 0, 2},
                        {1, 1, 31, 1, 2}}) {
      shape.last = last;
      all.push_back(shape);
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, ColumnSlabOfShape, ::testing::ValuesIn(shapes()));

TEST(ColumnSlab, RefusesOrdersWithoutAKernel) {
  EXPECT_THROW(ColumnSlab(1, 1, 32, 0), base::Error);
  EXPECT_THROW(ColumnSlab(1, 1, 0, 0), base::Error);
}

}  // namespace
}  // namespace lobatto
