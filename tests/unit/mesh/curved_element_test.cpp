#include "mesh/curves/curved_element.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/hex_topology.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

using Point = std::array<double, 3>;
const std::vector<double> nodes = poly::gauss_lobatto_legendre(7).nodes;

double distance(const Point& p, const Point& q) {
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

TEST(CurvedElement, ReproducesMapsThatAreLinearInTwoOfThreeDirections) {
  // Sums of functions of one direction times linear ones of the others are what lines determine.
  const auto map = [](double r, double s, double t) {
    return Point{r + std::sin(r) * (1 + 0.3 * s) * (2 - t), s + std::exp(0.5 * s) * r * t,
                 t + r * s + std::cos(t) * (1 - s)};
  };
  std::array<Point, 8> corners{};
  for (int v = 0; v < 8; ++v)
    corners[v] = map((v & 1) != 0 ? 1 : -1, (v & 2) != 0 ? 1 : -1, (v & 4) != 0 ? 1 : -1);
  CurvedElement element(corners, nodes);
  for (int line = 0; line < n_hex_lines; ++line) {
    const int d = line / 4;
    Point r{};
    r[direction_a(d)] = (line & 1) != 0 ? 1 : -1;
    r[direction_b(d)] = (line & 2) != 0 ? 1 : -1;
    CurvePoints points;
    for (const double x : nodes) {
      r[d] = x;
      points.push_back(map(r[0], r[1], r[2]));
    }
    element.bend_line(line, points);
  }
  for (int node = 0; node < 343; ++node) {
    const Point x = map(nodes[node % 7], nodes[node / 7 % 7], nodes[node / 49]);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(element.coordinates()[343 * c + node], x[c], 1e-14);
  }
}

TEST(CurvedElement, ArcsGoFromEndToEndOnTheirCircle) {
  const Point p{1, 0, 0}, q{0, 1, 2};
  for (const double radius : {0.8, 1.0, 5.0, -0.8, -3.0}) {
    const auto points = arc(p, q, radius, nodes);
    ASSERT_EQ(points.size(), 7u);
    EXPECT_LT(distance(points.front(), p), 1e-14);
    EXPECT_LT(distance(points.back(), q), 1e-14);
    EXPECT_NEAR(points[3][2], 1.0, 1e-15);
    // The middle is to the right of the way, away from the origin, for positive radius.
    const double sagitta = std::abs(radius) - std::sqrt(radius * radius - 0.5);
    const double expected = std::sqrt(0.5) + (radius > 0 ? sagitta : -sagitta);
    EXPECT_NEAR(std::hypot(points[3][0], points[3][1]), expected, 1e-14);
    const double angle = 2 * std::asin(std::sqrt(0.5) / std::abs(radius));
    for (int i = 1; i < 7; ++i) {
      const double chord =
          std::hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
      EXPECT_NEAR(chord, 2 * std::abs(radius) * std::sin((nodes[i] - nodes[i - 1]) / 4 * angle),
                  1e-14);
    }
  }
  EXPECT_TRUE(arc(p, q, 0.7, nodes).empty());
  EXPECT_TRUE(arc(p, {1, 0, 5}, 0.7, nodes).empty());
}

TEST(CurvedElement, GreatCirclesHaveEqualAnglesAtAnySize) {
  const Point centre{1, 2, 3};
  for (const double angle : {1e-6, 0.3, 2.0}) {
    const Point p{3, 2, 3}, q{1 + 2 * std::cos(angle), 2, 3 + 2 * std::sin(angle)};
    const auto points = great_circle(p, q, centre, nodes);
    for (int i = 0; i < 7; ++i) {
      const double here = 0.5 * (1 + nodes[i]) * angle;
      const Point expected{1 + 2 * std::cos(here), 2, 3 + 2 * std::sin(here)};
      EXPECT_LT(distance(points[i], expected), 2e-15);
    }
  }
}

TEST(CurvedElement, ProjectedFacesLieOnTheSphere) {
  std::array<Point, 8> corners{};
  for (int v = 0; v < 8; ++v) {
    const double size = (v & 4) != 0 ? 1.0 : 0.5;
    corners[v] = {(v & 1) != 0 ? size : -size, (v & 2) != 0 ? size : -size, size};
  }
  CurvedElement element(corners, nodes);
  const double radius = std::sqrt(3.0);
  const int face = 5;
  const auto vertices = face_vertices(face);
  for (int i = 0; i < 4; ++i) {
    element.bend_line(face_lines(face)[i],
                      great_circle(corners[vertices[face_line_ends[i][0]]],
                                   corners[vertices[face_line_ends[i][1]]], {}, nodes));
  }
  element.project_face(face, {}, radius);
  const auto& x = element.coordinates();
  for (int i = 0; i < 49; ++i) {
    const int upper = 294 + i;
    EXPECT_NEAR(std::hypot(x[upper], x[343 + upper], x[686 + upper]), radius, 1e-15);
    EXPECT_NEAR(x[686 + i], 0.5, 1e-15);  // the face below stays
  }
}

}  // namespace
}  // namespace lobatto::mesh
