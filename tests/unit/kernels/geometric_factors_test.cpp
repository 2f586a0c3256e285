#include "kernels/operators/geometric_factors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "curved_element.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::CurvedElement;
using test::Point;

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(GeometricFactors, OfABoxAreItsLengths) {
  for (int n = 2; n <= 16; ++n) {
    const CurvedElement element(
        n, [](const Point& r) { return Point{0.25 * r[0] + 3.0, 0.5 * r[1] - 1.0, 2.0 * r[2]}; });
    const double scale[3] = {4.0, 2.0, 0.5};
    const auto& w = element.quadrature.weights;
    for (int q = 0; q < n * n * n; ++q) {
      const int row = q / n, i = q % n;
      const double mass = 0.25 * w[i] * w[row % n] * w[row / n];
      ASSERT_NEAR(element.mass[q], mass, 1e-12 * mass);
      for (int kind = 0; kind < 9; ++kind) {
        const double expected = kind % 4 == 0 ? scale[kind / 4] : 0.0;
        ASSERT_NEAR(element.metric[(9 * row + kind) * n + i], expected, 1e-12);
      }
      const int diagonal[3] = {0, 3, 5};
      for (int a = 0; a < 3; ++a) {
        const double expected = mass * scale[a] * scale[a];
        ASSERT_NEAR(element.stiffness[(6 * row + diagonal[a]) * n + i], expected, 1e-12 * expected);
      }
    }
  }
}

TEST(GeometricFactors, MetricIsTheInverseOfTheSlopesOfTheMap) {
  const CurvedElement element(14, test::curved_map);
  const auto& r = element.quadrature.nodes;
  const double step = 1e-5;
  for (int q = 0; q < 14 * 14 * 14; q += 97) {
    const Point at = {r[q % 14], r[q / 14 % 14], r[q / 196]};
    for (int a = 0; a < 3; ++a) {
      for (int c = 0; c < 3; ++c) {
        double product = 0.0;  // sum_b dr_a/dx_b dx_b/dr_c
        Point above = at, below = at;
        above[c] += step;
        below[c] -= step;
        const Point up = test::curved_map(above), down = test::curved_map(below);
        for (int b = 0; b < 3; ++b)
          product += element.metric[(9 * (q / 14) + 3 * a + b) * 14 + q % 14] * (up[b] - down[b]) /
                     (2.0 * step);
        EXPECT_NEAR(product, a == c ? 1.0 : 0.0, 1e-8);
      }
    }
  }
}

/// Of a stretched and sheared sphere sector: x = (2 + r) (cos t, sin t), twice over -1 < t < 1, z =
/// s.
TEST(GeometricFactors, VolumeConvergesExponentially) {
  const auto sector = [](const Point& r) {
    const double radius = 2.0 + r[0], angle = r[1];
    return Point{radius * std::cos(angle), radius * std::sin(angle), r[2] * (1.0 + 0.3 * r[0])};
  };
  // Integral of rho (1 + 0.3 (rho - 2)) over 1 < rho < 3 times the angle 2 and the height 2.
  const double exact = 2.0 * 2.0 * (0.4 * 4.0 + 0.3 * 26.0 / 3.0);
  double last = 1e300;
  for (int n = 3; n <= 9; n += 2) {
    const double error = std::abs(sum(CurvedElement(n, sector).mass) / exact - 1.0);
    EXPECT_LT(error, 0.02 * last) << n;
    last = error;
  }
  EXPECT_LT(last, 1e-8);
  EXPECT_NEAR(sum(CurvedElement(16, sector).mass) / exact, 1.0, 1e-13);
}

TEST(GeometricFactors, SmallestJacobianNamesItsNode) {
  // J = 1 + 0.4 r, smallest on the face r = -1.
  const CurvedElement valid(
      6, [](const Point& r) { return Point{r[0] + 0.2 * r[0] * r[0], r[1], r[2]}; });
  EXPECT_NEAR(valid.smallest.value, 0.6, 1e-13);
  EXPECT_EQ(valid.smallest.node % 6, 0);
  EXPECT_TRUE(valid.smallest.is_positive());

  // One vertex pushed through the element: J is negative only near it.
  const CurvedElement folded(6, [](const Point& r) {
    const double corner = (1.0 + r[0]) * (1.0 + r[1]) * (1.0 + r[2]) / 8.0;
    return Point{r[0] - 1.9 * corner, r[1] - 1.9 * corner, r[2] - 1.9 * corner};
  });
  EXPECT_LT(folded.smallest.value, 0.0);
  EXPECT_FALSE(folded.smallest.is_positive());
  EXPECT_EQ(folded.smallest.node, 6 * 6 * 6 - 1);

  const CurvedElement flat(4, [](const Point& r) { return Point{r[0], r[1], r[0] + r[1]}; });
  EXPECT_FALSE(flat.smallest.is_positive());
  EXPECT_NEAR(flat.smallest.value, 0.0, 1e-14);

  const CurvedElement broken(4, [](const Point& r) {
    return Point{r[0] < 0.9 ? r[0] : std::numeric_limits<double>::quiet_NaN(), r[1], r[2]};
  });
  EXPECT_FALSE(broken.smallest.is_positive());
}

TEST(GeometricFactors, OnlyWhatIsAskedForIsFilled) {
  const CurvedElement all(5, test::curved_map);
  std::vector<double> mass(all.size);
  const auto smallest = compute_geometry(
      5, all.derivative.values, all.quadrature.weights,
      {all.coordinates[0], all.coordinates[1], all.coordinates[2]}, {{}, {}, mass});
  EXPECT_EQ(mass, all.mass);
  EXPECT_EQ(smallest.value, all.smallest.value);
}

}  // namespace
}  // namespace lobatto::kernels
