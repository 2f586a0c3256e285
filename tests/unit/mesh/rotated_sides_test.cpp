// Periodic sides that a rotation carries into each other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/periodic_motion.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {
namespace {

constexpr double radian = std::numbers::pi / 180;

/// A sector of an annulus about the z axis through (1, 2), with 3 elements around.
Block sector(double degrees, int order = 1) {
  Block block;
  block.n_elements = {2, 3, 2};
  block.geometry_order = order;
  block.periodic = {false, true, true};
  block.map = [degrees](const Point& x) {
    const double r = 1 + 0.5 * x[0], angle = (10 + degrees * x[1] / 3) * radian;
    return Point{1 + r * std::cos(angle), 2 + r * std::sin(angle), 0.3 * x[2]};
  };
  return block;
}

std::string refusal_of(const RawMesh& raw) {
  try {
    connect(raw);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(MotionFit, FindsAxisAngleAndOrigin) {
  const Rotation wanted{{0.6, 0, 0.8}, {-0.8, 2, 0.6}, 5};
  const auto motion = motion_of(wanted).placement;
  MotionFit fit;
  for (const Point& x : {Point{1, 0, 0}, Point{0, 3, 1}, Point{2, 1, -1}, Point{0.5, 0.2, 0.1}})
    fit.add(x, motion.moved(x));
  const auto found = fit.motion().rotation;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->parts, 5);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(found->axis[c], wanted.axis[c], 1e-14);
    EXPECT_NEAR(found->origin[c], wanted.origin[c], 1e-13);
  }
  EXPECT_TRUE(is_same_turn(*found, wanted));
}

TEST(MotionFit, LeavesTranslationsToTheLastBit) {
  MotionFit fit;
  for (const Point& x : {Point{1, 0, 0}, Point{0, 3, 1}, Point{2, 1, -1}})
    fit.add({x[0] + 0.1, x[1] + 0.7, x[2]}, {x[0] + 0.1, x[1] + 0.7, x[2] - 3});
  EXPECT_FALSE(fit.motion().rotation);
  EXPECT_EQ(fit.motion().placement.shift, (Point{0, 0, -3}));
}

TEST(RotatedSides, AreFoundWithTheirAngle) {
  for (const int parts : {2, 3, 6, 36})
    for (const int order : {1, 3}) {
      const RawMesh raw = make_block(sector(360.0 / parts, order));
      const HexMesh mesh = connect(raw);
      ASSERT_TRUE(mesh.rotation) << parts;
      EXPECT_TRUE(is_same_turn(*mesh.rotation, {{0, 0, 1}, {1, 2, 0}, parts}));
      EXPECT_EQ(mesh.boundary_names.size(), 2u);
      EXPECT_EQ(mesh.n_vertices, 3 * 3 * 2);  // as of a torus
      const auto sizes = measure_periodic(raw);
      EXPECT_EQ(sizes[0].n_faces, 2 * 2);
      EXPECT_NEAR(sizes[0].motion.degrees, 360.0 / parts, 1e-9);
      EXPECT_FALSE(sizes[1].motion.rotation);
    }
}

TEST(RotatedSides, OfNoPartOfACircleAreRefused) {
  const std::string text = refusal_of(make_block(sector(50)));
  EXPECT_NE(text.find("turned by 50 degrees, expected 360/n"), std::string::npos) << text;
}

/// Beside each other, without touching.
RawMesh both(RawMesh mesh, const RawMesh& other) {
  const auto first = static_cast<std::int64_t>(mesh.points.size());
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(mesh.points, other.points);
  append(mesh.coordinates, other.coordinates);
  append(mesh.labels, other.labels);
  for (auto corners : other.corners) {
    for (auto& point : corners) point += first;
    mesh.corners.push_back(corners);
  }
  for (BoundaryQuad quad : other.quads) {
    for (auto& point : quad.points) point += first;
    mesh.quads.push_back(quad);
  }
  for (const PeriodicMap& map : other.periodic) {
    PeriodicMap& moved = mesh.periodic.emplace_back(PeriodicMap{"another " + map.name, {}});
    for (const auto& [from, to] : map.master_of) moved.master_of[from + first] = to + first;
  }
  return mesh;
}

TEST(RotatedSides, HaveOneAxis) {
  const Block block = sector(60);
  Block beside = block;
  beside.map = [map = block.map](const Point& x) {
    Point y = map(x);
    y[0] += 10;
    return y;
  };
  EXPECT_EQ(
      refusal_of(both(make_block(block), make_block(beside))),
      "block: periodic another the y direction are a rotation by 60 degrees about (0, 0, -1) "
      "through (11, 2, 0); expected the same rotation as that of the y direction by 60 degrees "
      "about (0, 0, -1) through (1, 2, 0), or a translation along its axis");
}

/// What joining the boundaries y_min and y_max of a sector of 60 degrees makes, or says.
std::string joined(const PeriodicBoundaries& boundaries, std::optional<Rotation>& rotation) {
  Block block = sector(60);
  block.periodic[1] = false;
  MeshSlice slice = as_slice(make_block(block));
  const auto alone = comm::Communicator::alone();
  try {
    join_periodic(slice, boundaries, alone);
    rotation = connect_slice(std::move(slice), alone).part.rotation;
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(RotatedSides, AreJoinedAboutAGivenAxis) {
  for (const Point& axis : {Point{0, 0, 3}, Point{0, 0, -1}})
    for (const auto& degrees : {std::optional<double>(), std::optional<double>(60)}) {
      std::optional<Rotation> rotation;
      EXPECT_EQ(joined({"y_min", "y_max", axis, {1, 2, 7}, degrees}, rotation), "");
      ASSERT_TRUE(rotation);
      EXPECT_TRUE(is_same_turn(*rotation, {{0, 0, 1}, {1, 2, 0}, 6}));
    }
}

TEST(RotatedSides, OfAnotherAngleAreRefusedByName) {
  std::optional<Rotation> rotation;
  EXPECT_EQ(
      joined({"y_min", "y_max", Point{0, 0, 1}, {1, 2, 0}, 45}, rotation),
      "block: the boundaries 'y_min' and 'y_max' cannot be periodic: found 60 degrees between "
      "them about the axis (0, 0, 1) through (1, 2, 0), expected 45");
  const std::string elsewhere = joined({"y_min", "y_max", Point{0, 0, 1}, {1, 1.5, 0}}, rotation);
  EXPECT_NE(elsewhere.find("cannot be periodic: found "), std::string::npos) << elsewhere;
  EXPECT_NE(elsewhere.find("expected 360/n"), std::string::npos) << elsewhere;
  const std::string without = joined({"y_min", "y_max"}, rotation);
  EXPECT_NE(without.find("has no partner"), std::string::npos) << without;
}

}  // namespace
}  // namespace lobatto::mesh
