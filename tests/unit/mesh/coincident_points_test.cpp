#include "mesh/coincident_points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lobatto::mesh {
namespace {

using Point = std::array<double, 3>;

TEST(CoincidentPoints, FindCopiesAmongSizesThatDifferAMillionfold) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Point> points;
  std::vector<double> tolerances;
  std::vector<int> kind;
  int n_kinds = 0;
  // Lattices of spacing h; each point several times, off by up to a third of its tolerance.
  for (const double h : {1.0, 1e-3, 1e-6}) {
    for (int i = 0; i < 125; ++i, ++n_kinds) {
      const Point at{10 + h * (i % 5 + 0.5), -3 + h * (i / 5 % 5 + 0.5), h * (i / 25 + 0.5)};
      for (int copy = 0; copy < 4; ++copy) {
        const double tolerance = 0.05 * h * (1 + copy);
        Point x = at;
        for (double& value : x) value += 0.05 * h * uniform(random) / 4;
        points.push_back(x);
        tolerances.push_back(tolerance);
        kind.push_back(n_kinds);
      }
    }
  }
  const auto classes = coincident_points(points, tolerances);
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(classes[i], kind[i]);
}

TEST(CoincidentPoints, TheSmallerToleranceDecidesInEitherOrder) {
  const std::vector<Point> points{{0, 0, 0}, {0.5, 0, 0}, {1.0, 0, 0}};
  EXPECT_EQ(coincident_points(points, std::vector{10.0, 0.1, 10.0}),
            (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(coincident_points(points, std::vector{0.6, 0.7, 0.2}),
            (std::vector<std::int64_t>{0, 0, 1}));
}

TEST(CoincidentPoints, AgreeWithAllPairs) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Point> points(300);
  std::vector<double> tolerances(300);
  for (std::size_t i = 0; i < 300; ++i) {
    for (double& value : points[i]) value = uniform(random);
    tolerances[i] = std::exp(2 * uniform(random)) * 0.05;
  }
  std::vector<std::int64_t> expected(300);
  for (std::size_t i = 0; i < 300; ++i) expected[i] = static_cast<std::int64_t>(i);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t j = 0; j < 300; ++j) {
        const double distance = std::hypot(points[i][0] - points[j][0], points[i][1] - points[j][1],
                                           points[i][2] - points[j][2]);
        if (distance <= std::min(tolerances[i], tolerances[j]) && expected[i] < expected[j]) {
          expected[j] = expected[i];
          changed = true;
        }
      }
    }
  }
  const auto classes = coincident_points(points, tolerances);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < 300; ++j)
      ASSERT_EQ(classes[i] == classes[j], expected[i] == expected[j]);
  }
}

}  // namespace
}  // namespace lobatto::mesh
