#include "mesh/tools/mesh_quality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/connectivity.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {
namespace {

TEST(MeshQuality, BoxesAreExact) {
  const auto turns = all_turns(true);
  Block block;
  block.n_elements = {2, 3, 4};
  block.map = [](const Point& x) { return Point{0.5 * x[0], 2.0 * x[1], x[2] - 1.0}; };
  block.turn = [&](int e) { return turns[7 * e % 48]; };
  const HexMesh mesh = connect(make_block(block));
  const auto quality = measure_quality(mesh);
  EXPECT_NEAR(quality.volume, 1.0 * 6.0 * 4.0, 1e-12);  // right-handed, all of them
  EXPECT_NEAR(quality.scaled_jacobian.value, 1.0, 1e-12);
  EXPECT_NEAR(quality.aspect_ratio.value, 4.0, 1e-12);
  EXPECT_NEAR(quality.shortest_edge.value, 0.5, 1e-12);
  EXPECT_NEAR(quality.longest_edge.value, 2.0, 1e-12);
  EXPECT_NEAR(quality.upper[1], 6.0, 1e-12);
  EXPECT_NEAR(quality.lower[2], -1.0, 1e-12);
  const auto sizes = measure_boundaries(mesh);
  EXPECT_NEAR(sizes[0].area, 24.0, 1e-12);
  EXPECT_NEAR(sizes[3].area, 4.0, 1e-12);
  EXPECT_EQ(sizes[5].n_faces, 6);
}

TEST(MeshQuality, VolumeOfAPolynomialMapIsExact) {
  // x = X + X Y / 4 + Z^2 / 10, y = Y, z = Z + Y^2 / 20: the Jacobian is (1 + Y/4).
  Block block;
  block.geometry_order = 2;
  block.n_elements = {1, 2, 1};
  block.map = [](const Point& x) {
    return Point{x[0] + 0.25 * x[0] * x[1] + 0.1 * x[2] * x[2], x[1], x[2] + 0.05 * x[1] * x[1]};
  };
  EXPECT_NEAR(measure_quality(connect(make_block(block))).volume, 2.0 + 0.25 * 2.0, 1e-13);
}

TEST(MeshQuality, SheeredElementsHaveTheSineOfTheirAngle) {
  Block block;
  block.n_elements = {3, 1, 1};
  const double angle = std::numbers::pi / 6;
  block.map = [&](const Point& x) {
    const double shear = x[0] > 1.5 ? (x[0] - 1.0) : 0.0;
    return Point{x[0], x[1] + (1 / std::tan(angle)) * shear, x[2]};
  };
  const auto quality = measure_quality(connect(make_block(block)));
  EXPECT_NEAR(quality.scaled_jacobian.value, std::sin(angle), 1e-12);
  EXPECT_NE(quality.scaled_jacobian.element, 0);
}

}  // namespace
}  // namespace lobatto::mesh
