#include "mesh/mesh_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "re2_meshes.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

RawMesh read(const Re2Mesh& mesh, const Re2Layout& layout = {}) {
  const TemporaryFile file("test.re2", Re2Writer(layout).write(mesh));
  return read_raw_mesh(file.path());
}

TEST(Re2Reader, ReadsEveryVersionInBothByteOrders) {
  for (const auto* version : {"#v001", "#v002", "#v003", "#v004"}) {
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(std::string(version) + (swapped ? " swapped" : ""));
      const HexMesh mesh = connect(read(channel(3, 2), {version, swapped}));
      EXPECT_EQ(mesh.n_elements, 6);
      EXPECT_EQ(mesh.geometry_order, 1);
      EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"W", "SYM"}));
      EXPECT_EQ(mesh.n_vertices, 3 * 2 * 2);
      EXPECT_EQ(mesh.n_lines, 3 * 2 * (2 * 2 + 1));
      const auto sizes = measure_boundaries(mesh);
      EXPECT_NEAR(sizes[0].area, 0.9 * 2, 1e-6);
      EXPECT_EQ(sizes[1].n_faces, 6);
      EXPECT_NEAR(measure_quality(mesh).volume, 0.9 * 2 * 2, 1e-6);
    }
  }
}

TEST(Re2Reader, OneAndTwoElementsInPeriodicDirections) {
  for (const int n_x : {1, 2}) {
    for (const int n_z : {1, 2, 3}) {
      const HexMesh mesh = connect(read(channel(n_x, n_z)));
      expect_ids_match_places(mesh, 4, {0.3 * n_x, 0, 1.0 * n_z});
      expect_face_ids_match_places(mesh, 3, {0.3 * n_x, 0, 1.0 * n_z});
    }
  }
}

TEST(Re2Reader, PeriodicFacesMayBeARotationAboutZ) {
  for (const int parts : {2, 3, 6})
    for (const int n_around : {1, 2, 5}) {
      if (360.0 / parts / n_around >= 180) continue;  // flat
      const HexMesh mesh = connect(read(sector(360.0 / parts, n_around), {"#v002"}));
      ASSERT_TRUE(mesh.rotation) << parts << " " << n_around;
      EXPECT_TRUE(is_same_turn(*mesh.rotation, {{0, 0, 1}, {0, 0, 0}, parts}));
      EXPECT_EQ(mesh.n_vertices, 2 * n_around);
    }
  EXPECT_THROW(connect(read(sector(50, 2))), base::Error);
}

TEST(Re2Reader, ArcsAreExactInTheNodes) {
  const HexMesh mesh = connect(read(pipe(2)));
  ASSERT_EQ(mesh.geometry_order, 8);
  // The square, and eight rings of 32 nodes around it, in 17 planes.
  EXPECT_EQ(expect_ids_match_places(mesh, 8), (9u * 9 + 8 * 32) * 17);
  for (const BoundarySide& side : mesh.sides) {
    if (mesh.boundary_names[side.boundary] != "W") continue;
    const auto x = nodes_of(mesh, side.element, 8);
    for (int i = 0; i < 81; ++i) {
      const int node = face_node(side.face, i % 9, i / 9, 9);
      EXPECT_NEAR(std::hypot(x[node], x[729 + node]), 1.0, 4e-16 * 4);
    }
  }
  const auto quality = measure_quality(mesh);
  EXPECT_NEAR(quality.volume, 2 * pi, 1e-9);
  EXPECT_GT(quality.scaled_jacobian.value, 0.5);
  const auto sizes = measure_boundaries(mesh);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    EXPECT_NEAR(sizes[i].area, mesh.boundary_names[i] == "W" ? 4 * pi : pi, 1e-7);
}

TEST(Re2Reader, ArcsOfNegativeRadiusBulgeInwards) {
  Re2Mesh mesh;
  mesh.elements.push_back(box({-1, 0, 0}, {1, 2, 1}));
  for (int side = 1; side <= 6; ++side) mesh.conditions.push_back({1, side, "W", {}});
  // Both ends of the bottom are on the circle of radius sqrt(2) around (0, -1).
  for (const int edge : {1, 5}) mesh.curves.push_back({1, edge, "C", {-std::sqrt(2.0)}});
  const auto x = connect(read(mesh)).coordinates;
  for (int i = 0; i < 9; ++i)
    EXPECT_NEAR(std::hypot(x[i], x[729 + i] + 1.0), std::sqrt(2.0), 1e-15);
  EXPECT_GT(x[729 + 4], 0.4);
}

TEST(Re2Reader, SpheresAreExactInTheNodes) {
  const HexMesh mesh = connect(read(shell()));
  ASSERT_EQ(mesh.geometry_order, 8);
  expect_ids_match_places(mesh, 8);
  for (const BoundarySide& side : mesh.sides) {
    const auto x = nodes_of(mesh, side.element, 8);
    double radius = 0.0;
    for (int i = 0; i < 81; ++i) {
      const int node = face_node(side.face, i % 9, i / 9, 9);
      const double here = std::hypot(x[node] - 3, x[729 + node] - 3, x[1458 + node] - 3);
      if (i == 0) radius = std::round(here);
      EXPECT_NEAR(here, radius, 4e-15);
    }
  }
  const auto quality = measure_quality(mesh);
  EXPECT_NEAR(quality.volume, 4 * pi / 3 * 7, 1e-5);
  EXPECT_GT(quality.scaled_jacobian.value, 0.4);
  EXPECT_NEAR(measure_boundaries(mesh)[0].area, 4 * pi * 5, 1e-4);
}

TEST(Re2Reader, MidsideNodesMakeParabolas) {
  Re2Mesh mesh;
  mesh.elements.push_back(box({0, 0, 0}, {1, 1, 1}));
  for (int side = 1; side <= 6; ++side) mesh.conditions.push_back({1, side, "W", {}});
  mesh.curves.push_back({1, 3, "m", {0.5, 1.2, 0.0}});    // upper y, lower z
  mesh.curves.push_back({1, 12, "m", {-0.1, 1.0, 0.5}});  // upwards at lower x, upper y
  const RawMesh raw = read(mesh);
  ASSERT_EQ(raw.geometry_order, 2);
  const auto at = [&](int c, int i, int j, int k) {
    return raw.coordinates[27 * c + (k * 3 + j) * 3 + i];
  };
  EXPECT_DOUBLE_EQ(at(1, 1, 2, 0), 1.2);
  EXPECT_DOUBLE_EQ(at(1, 1, 2, 1), 1.1);
  EXPECT_DOUBLE_EQ(at(1, 1, 1, 1), 0.55);
  EXPECT_DOUBLE_EQ(at(0, 0, 2, 1), -0.1);
  EXPECT_DOUBLE_EQ(at(0, 2, 2, 1), 1.0);
  EXPECT_DOUBLE_EQ(at(0, 1, 2, 1), 0.45);
  EXPECT_DOUBLE_EQ(at(2, 1, 2, 0), 0.0);
}

TEST(Re2Reader, NumbersOfMeshConvertersNameBoundaries) {
  Re2Mesh mesh;
  mesh.elements.push_back(box({0, 0, 0}, {1, 1, 1}));
  for (int side = 1; side <= 6; ++side)
    mesh.conditions.push_back({1, side, "MSH", {0, 0, 0, 0, side < 4 ? 3.0 : 12.0}});
  EXPECT_EQ(connect(read(mesh)).boundary_names,
            (std::vector<std::string>{"boundary-3", "boundary-12"}));
}

void expect_refused(const std::string& bytes, const std::vector<std::string>& words) {
  const TemporaryFile file("wrong.re2", bytes);
  try {
    connect(read_raw_mesh(file.path()));
    FAIL() << "expected: " << words.front();
  } catch (const base::Error& error) {
    const std::string message = error.what();
    for (const auto& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
  }
}

std::string bytes_of(const Re2Mesh& mesh) { return Re2Writer({}).write(mesh); }

TEST(Re2Reader, NamesWhatIsWrong) {
  const Re2Mesh good = channel(2, 2);
  std::string bytes = bytes_of(good);
  expect_refused("#v009" + bytes.substr(5), {"wrong.re2: byte 0", "#v001 to #v004, found '#v009'"});
  expect_refused(bytes.substr(0, 500), {"wrong.re2: byte 500", "the file ends"});
  std::string flat = bytes;
  flat[16] = '5';
  expect_refused(flat, {"expected a mesh in 2 or 3 dimensions, found 5"});
  std::string unordered = bytes;
  unordered[81] = 'x';
  expect_refused(unordered, {"byte 80", "6.54321"});

  Re2Mesh wrong = good;
  wrong.conditions[0].element = 9;
  expect_refused(bytes_of(wrong), {"the number of an element, 1 to 4, found 9"});
  wrong = good;
  const auto periodic = std::find_if(wrong.conditions.begin(), wrong.conditions.end(),
                                     [](const Re2Side& side) { return side.letters == "P"; });
  periodic->values[0] = 5 - periodic->values[0];
  expect_refused(bytes_of(wrong), {"the periodic face", "which does not name it"});
  wrong = good;
  wrong.conditions[0].letters = "E";
  expect_refused(bytes_of(wrong), {"1 face belongs to one element only", "of element 1;"});
  wrong = good;
  wrong.curves.push_back({2, 1, "C", {0.1}});
  expect_refused(bytes_of(wrong), {"element 2, side 1, curve 'C'", "less than half the distance"});
  wrong.curves.back() = {2, 9, "C", {1}};
  expect_refused(bytes_of(wrong), {"arcs are known on edges 1 to 8 only"});
  wrong.curves.back() = {2, 1, "e", {1}};
  expect_refused(bytes_of(wrong), {"curve 'e'", "expected m, C or s"});
  wrong.curves.back() = {2, 1, "s", {0, 0, 0, 1}};
  expect_refused(bytes_of(wrong), {"away from the centre of the sphere"});
}

}  // namespace
}  // namespace lobatto::mesh
