#include "mesh/tools/smoothing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "mesh/connectivity.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {
namespace {

/// Elements turned every way, at any order; with every corner moved, the rest trilinear.
RawMesh block(int order, const std::function<Point(const Point&)>& move, int n = 3) {
  RawMesh mesh = make_block({.n_elements = {n, n, n}, .turn = [](int e) {
                               return all_turns()[static_cast<std::size_t>(7 * e % 24)];
                             }});
  for (Point& x : mesh.points) x = move(x);
  mesh.geometry_order = order;
  mesh.coordinates.clear();
  const auto nodes = poly::gauss_lobatto_legendre(order + 1).nodes;
  const std::size_t m = nodes.size();
  const auto weight = [&](int end, std::size_t i) {
    return 0.5 * (end == 0 ? 1 - nodes[i] : 1 + nodes[i]);
  };
  for (const auto& corners : mesh.corners)
    for (int c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < m * m * m; ++i) {
        double x = 0.0;
        for (int v = 0; v < 8; ++v)
          x += weight(v & 1, i % m) * weight((v >> 1) & 1, i / m % m) * weight(v >> 2, i / m / m) *
               mesh.points[corners[v]][c];
        mesh.coordinates.push_back(x);
      }
  return mesh;
}

bool is_inside(const Point& x, int n = 3) {
  return std::ranges::all_of(x, [&](double value) { return value > 0 && value < n; });
}

double smallest(const RawMesh& mesh) {
  const ScaledJacobian jacobian(mesh.geometry_order);
  const std::size_t size = mesh.coordinates.size() / mesh.corners.size();
  double smallest = 1.0;
  for (std::size_t e = 0; e < mesh.corners.size(); ++e)
    smallest = std::min(smallest, jacobian.smallest(mesh.coordinates.data() + e * size));
  return smallest;
}

void expect_same_outside(const RawMesh& mesh, const RawMesh& before, int n = 3) {
  const RawMesh straight = block(1, [](const Point& x) { return x; }, n);
  for (std::size_t p = 0; p < mesh.points.size(); ++p)
    if (!is_inside(straight.points[p], n)) {
      EXPECT_EQ(mesh.points[p], before.points[p]);
    }
}

/// One inner point far beyond its neighbour: two elements are inverted, or more.
Point one_pushed(const Point& x) { return x == Point{1, 1, 1} ? Point{2.6, 2.3, 1.2} : x; }

TEST(Smoothing, TellsHowFarItIs) {
  const auto shaken = [](const Point& x) {
    const double phase = 13 * x[0] + 7 * x[1] + 5 * x[2], way = is_inside(x, 5) ? 0.35 : 0.0;
    return Point{x[0] + way * std::sin(phase), x[1] + way * std::sin(2 * phase),
                 x[2] + way * std::sin(3 * phase)};
  };
  RawMesh mesh = block(1, shaken, 5);
  orient_alike(mesh);
  SmoothingStand last;
  smooth(mesh, 0.99, [&](const SmoothingStand& stand) {
    EXPECT_GE(stand.fraction, last.fraction);
    EXPECT_LT(stand.fraction, 1.0);
    EXPECT_TRUE(stand.sweep == last.sweep || stand.smallest >= last.smallest || last.sweep == 0);
    last = stand;
  });
  EXPECT_GT(last.sweep, 1);
  EXPECT_GE(last.fraction, (last.sweep - 1.0) / most_smoothing_sweeps);
}

TEST(Smoothing, MendsInvertedElements) {
  for (const int order : {1, 2, 4}) {
    SCOPED_TRACE(order);
    RawMesh mesh = block(order, one_pushed);
    orient_alike(mesh);
    ASSERT_LT(smallest(mesh), 0.0);
    const RawMesh before = mesh;
    const SmoothingReport report = smooth(mesh, 0.3);
    EXPECT_LT(report.smallest_before, 0.0);
    EXPECT_GE(report.smallest_after, 0.3);
    EXPECT_NEAR(smallest(mesh), report.smallest_after, 1e-12);
    EXPECT_EQ(report.n_folded, 0u);
    EXPECT_GE(report.n_moved, 1u);
    expect_same_outside(mesh, before);
    const HexMesh connected = connect(mesh);
    EXPECT_NEAR(measure_quality(connected).volume, 27.0, 1e-10);
    EXPECT_NEAR(measure_quality(connected).scaled_jacobian.value, report.smallest_after, 1e-12);
  }
}

TEST(Smoothing, LeavesAGoodMeshAlone) {
  const auto bent = [](const Point& x) {
    return Point{x[0] + 0.1 * std::sin(x[1]), x[1] + 0.1 * std::cos(2 * x[2]), x[2]};
  };
  RawMesh mesh = block(2, bent);
  orient_alike(mesh);
  const RawMesh before = mesh;
  const SmoothingReport report = smooth(mesh, 0.3);
  EXPECT_EQ(report.n_moved, 0u);
  EXPECT_EQ(mesh.points, before.points);
  EXPECT_EQ(mesh.coordinates, before.coordinates);
  EXPECT_EQ(report.smallest_after, report.smallest_before);
}

TEST(Smoothing, NeverMakesTheWorstElementWorse) {
  // Inner points off their places by 0.12 to 0.96 of an edge; some of the last stay folded.
  for (int trial = 1; trial <= 8; ++trial) {
    SCOPED_TRACE(trial);
    const auto shaken = [&](const Point& x) {
      if (!is_inside(x)) return x;
      Point y = x;
      for (int c = 0; c < 3; ++c)
        y[c] +=
            0.12 * trial * std::sin(12.9898 * x[0] + 78.233 * x[1] + 37.719 * x[2] + 7 * c + trial);
      return y;
    };
    RawMesh mesh = block(1, shaken);
    orient_alike(mesh);
    const RawMesh before = mesh;
    const SmoothingReport report = smooth(mesh, 0.4);
    EXPECT_GE(report.smallest_after, report.smallest_before);
    if (trial <= 5) {
      EXPECT_GT(report.smallest_after, 0.0);
    }
    EXPECT_NEAR(smallest(mesh), report.smallest_after, 1e-12);
    expect_same_outside(mesh, before);
  }
}

TEST(Smoothing, KeepsTheFaceBetweenTwoVolumesAndSaysWhatStaysFolded) {
  RawMesh mesh = block(1, one_pushed);
  mesh.volume_names = {"fluid", "solid"};
  for (int e = 0; e < 27; ++e) mesh.volumes.push_back(e % 3 == 0 ? 1 : 0);
  orient_alike(mesh);
  const RawMesh before = mesh;
  const SmoothingReport report = smooth(mesh, 0.3);
  // The point that is at fault lies between x < 1, the solid, and the fluid.
  EXPECT_GT(report.n_folded, 0u);
  EXPECT_GE(report.smallest_after, report.smallest_before);
  for (std::size_t p = 0; p < mesh.points.size(); ++p)
    if (p % 4 == 1) {
      EXPECT_EQ(mesh.points[p], before.points[p]);
    }
}

TEST(Orientation, InvertedElementsAreNotTakenForLeftHandedOnes) {
  // The middle of the first element is turned inside out, too.
  const auto inside_out = [](const Point& x) {
    return x == Point{1, 1, 1} ? Point{-3, -4, -5} : x;
  };
  RawMesh mirrored = block(1, inside_out, 2), mesh = mirrored;
  make_right_handed(mirrored);
  orient_alike(mesh);
  EXPECT_NE(mesh.corners, mirrored.corners);
  std::size_t n_negative = 0;
  const ScaledJacobian jacobian(1);
  for (std::size_t e = 0; e < 8; ++e)
    n_negative += jacobian.smallest(mesh.coordinates.data() + 24 * e) < 0;
  EXPECT_GE(n_negative, 1u);
  EXPECT_GE(smooth(mesh, 0.9).smallest_after, 0.9);
  EXPECT_NEAR(measure_quality(connect(mesh)).volume, 8.0, 1e-12);
}

TEST(Orientation, AMirroredMeshIsTurnedOverAsAWhole) {
  RawMesh mesh = block(3, [](const Point& x) { return Point{-x[0], x[1], x[2]}; });
  EXPECT_LT(smallest(mesh), 0.0);
  orient_alike(mesh);
  EXPECT_GT(smallest(mesh), 0.99);
}

}  // namespace
}  // namespace lobatto::mesh
