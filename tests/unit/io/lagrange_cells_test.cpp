#include "io/vtk/lagrange_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "poly/quadrature.hpp"

namespace lobatto::io {
namespace {

using Point = std::array<int, 3>;

TEST(LagrangeLayout, KeepsTheDegreeUpToTheLimitOfVtk) {
  for (int order = 1; order <= max_vtk_degree; ++order) {
    EXPECT_EQ(lagrange_layout(order).pieces, 1);
    EXPECT_EQ(lagrange_layout(order).degree, order);
  }
}

TEST(LagrangeLayout, CutsHigherOrdersIntoTheFewestCellsThatCarryThem) {
  for (int order = max_vtk_degree + 1; order <= 31; ++order) {
    const LagrangeLayout layout = lagrange_layout(order);
    EXPECT_LE(layout.degree, max_vtk_degree);
    EXPECT_GE(layout.pieces * layout.degree, order);
    EXPECT_LT((layout.pieces - 1) * max_vtk_degree, order);
    EXPECT_LT(layout.pieces * (layout.degree - 1), order);
  }
}

TEST(LagrangeHexahedron, HoldsEveryPointOnce) {
  for (int degree = 1; degree <= max_vtk_degree; ++degree) {
    const auto points = lagrange_hexahedron_points(degree);
    const std::set<Point> distinct(points.begin(), points.end());
    EXPECT_EQ(distinct.size(), points.size());
    EXPECT_EQ(static_cast<int>(points.size()), (degree + 1) * (degree + 1) * (degree + 1));
    for (const Point& point : points) {
      for (const int index : point) EXPECT_TRUE(index >= 0 && index <= degree);
    }
  }
}

TEST(LagrangeHexahedron, EdgesRunBetweenTheirCorners) {
  constexpr std::array<std::array<int, 2>, 12> corners{{{0, 1},
                                                        {1, 2},
                                                        {3, 2},
                                                        {0, 3},
                                                        {4, 5},
                                                        {5, 6},
                                                        {7, 6},
                                                        {4, 7},
                                                        {0, 4},
                                                        {1, 5},
                                                        {2, 6},
                                                        {3, 7}}};
  const int degree = 5;
  const auto points = lagrange_hexahedron_points(degree);
  for (std::size_t edge = 0; edge < corners.size(); ++edge) {
    const Point a = points[corners[edge][0]], b = points[corners[edge][1]];
    for (int s = 1; s < degree; ++s) {
      const Point& point = points[8 + edge * (degree - 1) + s - 1];
      for (int d = 0; d < 3; ++d) EXPECT_EQ(point[d] * degree, a[d] * (degree - s) + b[d] * s);
    }
  }
}

TEST(LagrangeHexahedron, FacesComeInPairsThenTheInterior) {
  const int degree = 4, per_face = (degree - 1) * (degree - 1);
  const auto points = lagrange_hexahedron_points(degree);
  const int first_face = 8 + 12 * (degree - 1);
  for (int face = 0; face < 6; ++face) {
    for (int q = 0; q < per_face; ++q) {
      const Point& point = points[first_face + face * per_face + q];
      EXPECT_EQ(point[face / 2], face % 2 == 0 ? 0 : degree);
    }
  }
  for (std::size_t q = first_face + 6 * per_face; q < points.size(); ++q) {
    for (const int index : points[q]) EXPECT_TRUE(index > 0 && index < degree);
  }
}

TEST(ElementConnectivity, CellsTouchAndCoverTheElement) {
  const LagrangeLayout layout = lagrange_layout(15);
  ASSERT_EQ(layout.pieces, 2);
  const auto connectivity = element_connectivity(layout);
  ASSERT_EQ(static_cast<int>(connectivity.size()), layout.n_cells() * layout.n_cell_points());
  std::vector<int> uses(layout.n_points(), 0);
  for (const auto point : connectivity) ++uses.at(point);
  EXPECT_EQ(*std::min_element(uses.begin(), uses.end()), 1);
  EXPECT_EQ(*std::max_element(uses.begin(), uses.end()), 8);  // the middle of the element
  const int m = layout.n_line_points();
  EXPECT_EQ(connectivity[layout.n_cell_points()], layout.degree);          // second cell: along x
  EXPECT_EQ(connectivity[2 * layout.n_cell_points()], layout.degree * m);  // third cell: along y
}

TEST(EquidistantResampling, ReproducesPolynomialsOfTheOrder) {
  for (const int order : {1, 2, 3, 7, 10, 11, 15, 31}) {
    const LagrangeLayout layout = lagrange_layout(order);
    const int n = order + 1, m = layout.n_line_points();
    const auto nodes = poly::gauss_lobatto_legendre(n).nodes;
    const auto f = [&](double x, double y, double z) {
      return std::pow(x, order) + 2 * std::pow(y, order) * x - std::pow(z, order) * y + 0.5;
    };
    std::vector<double> in, out(layout.n_points());
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) in.push_back(f(nodes[i], nodes[j], nodes[k]));
      }
    }
    EquidistantResampling(layout, nodes).apply(in, out);
    const auto at = [m](int i) { return -1 + 2.0 * i / (m - 1); };
    double error = 0;
    for (int q = 0; q < layout.n_points(); ++q) {
      error = std::max(error, std::abs(out[q] - f(at(q % m), at(q / m % m), at(q / (m * m)))));
    }
    EXPECT_LT(error, 1e-12) << "order " << order;
  }
}

}  // namespace
}  // namespace lobatto::io
