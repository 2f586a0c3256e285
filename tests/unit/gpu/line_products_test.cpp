#include "gpu/line_products.hpp"

#include <gtest/gtest.h>

#include <set>

#include "poly/lagrange.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;
namespace poly = lobatto::poly;

/// take(A x) of lines in a row against sums; in place, as kernels do.
template <class Matrix>
void expect_products(const poly::Matrix& a, const char* what) {
  constexpr int n_lines = 5, R = Matrix::rows, K = Matrix::nodes, row = R > K ? R : K;
  TileStore store;
  Matrix matrix;
  store.set(a, matrix);
  const auto lines = test::random_values(n_lines * row, 3);
  auto values = lines;
  std::vector<double> expected = lines;
  for (int line = 0; line < n_lines; ++line) {
    for (int r = 0; r < R; ++r) {
      double sum = 0;
      for (int k = 0; k < K; ++k) sum += a(r, k) * lines[line * row + k];
      expected[line * row + r] = sum;
    }
  }
  BestWay<16>::Lines::multiply<n_lines, 32>(
      matrix, [&](int line, int k) { return values[line * row + k]; },
      [&](int line, int r, double value) { values[line * row + r] = value; });
  EXPECT_LT(test::relative_difference(values, expected), 1e-14) << what;
}

template <int N, int M>
void expect_folded_products() {
  const auto nodes = poly::gauss_lobatto_legendre(N).nodes, points = poly::gauss_legendre(M).nodes;
  expect_products<FoldedMatrix<M, N, 1>>(poly::interpolation_matrix(nodes, points), "values");
  expect_products<FoldedMatrix<M, N, -1>>(poly::derivative_at_points(nodes, points), "slopes");
  expect_products<FoldedMatrix<N, N, -1>>(poly::derivative_matrix(nodes), "derivatives");
  expect_products<FoldedMatrix<M, M, -1>>(poly::derivative_matrix(points), "of points");
}

TEST(GpuLineProducts, OfSymmetricMatricesComeFromTheirHalves) {
  expect_folded_products<8, 12>();
  expect_folded_products<10, 15>();
  expect_folded_products<5, 8>();
}

TEST(GpuLineProducts, OfPlainMatricesAreTheirSums) {
  poly::Matrix a(6, 10);
  a.values = test::random_values(60, 4);
  expect_products<LineMatrix<6, 10>>(a, "plain");
}

TEST(GpuLineProducts, AddUpOverPartsOfALine) {
  poly::Matrix a(3, 8);
  a.values = test::random_values(24, 5);
  const auto x = test::random_values(16, 6);
  ByLoops::Sums<3, 2, 32> sums;
  for (int part = 0; part < 2; ++part) {
    LineMatrix<3, 4> of_part{};
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 4; ++k) of_part.entries[r][k] = a(r, 4 * part + k);
    }
    sums.add(of_part, [&](int line, int k) { return x[line * 8 + 4 * part + k]; });
  }
  sums.give([&](int line, int r, double value) {
    double expected = 0;
    for (int k = 0; k < 8; ++k) expected += a(r, k) * x[line * 8 + k];
    EXPECT_NEAR(value, expected, 1e-14) << line << " " << r;
  });
}

/// On a device each thread of a warp reads its own entry of a tile.
TEST(GpuLineProducts, HaveTilesThatHoldEachEntryOnceAndZerosBeyond) {
  poly::Matrix a(12, 10);
  a.values = test::random_values(120, 7);
  TileStore store;
  LineMatrix<12, 10> matrix;
  store.set(a, matrix);
  using Tiles = MatrixTiles<12, 10>;
  std::set<int> places;
  for (int r = 0; r < 12; ++r) {
    for (int k = 0; k < 10; ++k) {
      const int tile = r / 8 * Tiles::of_nodes + k / 4, thread = r % 8 * 4 + k % 4;
      EXPECT_EQ(matrix.tiles[tile * 32 + thread], a(r, k));
      places.insert(tile * 32 + thread);
    }
  }
  EXPECT_EQ(places.size(), 120u);
  for (int q = 0; q < Tiles::size; ++q) {
    if (places.count(q) == 0) {
      EXPECT_EQ(matrix.tiles[q], 0);
    }
  }
}

}  // namespace
