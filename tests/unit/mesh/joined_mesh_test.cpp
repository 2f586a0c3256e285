#include "mesh/mesh_changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "raw_meshes.hpp"
#include "support/message_of.hpp"

namespace lobatto::mesh {
namespace {

using NamesOfMesh = std::vector<std::string>;

struct JoinedPart {
  std::string file = "fluid.exo";
  double first = 0.0;  ///< where it begins in x; it is two long
  int order = 1;
  double off = 0.0;  ///< how far points at its lower end are off in y
  double scale = 1.0;
};

RawMesh part_of_row(const JoinedPart& part) {
  Block block;
  block.n_elements = {2, 2, 3};
  block.geometry_order = part.order;
  block.map = [part](const Point& x) {
    const double off = x[0] == 0.0 ? part.off : 0.0;
    return Point{part.scale * (x[0] + part.first), part.scale * (x[1] + off), part.scale * x[2]};
  };
  block.turn = [](int e) { return all_turns()[static_cast<std::size_t>(11 * e % 24)]; };
  RawMesh mesh = make_block(block);
  mesh.file = part.file;
  return mesh;
}

long long n_faces(const HexMesh& mesh, const std::string& name) {
  const auto at = std::ranges::find(mesh.boundary_names, name) - mesh.boundary_names.begin();
  return std::ranges::count(mesh.sides, at, &BoundarySide::boundary);
}

TEST(JoinedMesh, FilesAreOneMeshWhereTheyTouch) {
  for (const int order : {1, 3}) {
    for (const double off : {0.0, 0.02}) {
      SCOPED_TRACE(order);
      const RawMesh raw = join_meshes({part_of_row({}), part_of_row({"solid.exo", 2.0, order, off}),
                                       part_of_row({"more.exo", -2.0})});
      EXPECT_EQ(raw.geometry_order, order);
      EXPECT_EQ(raw.points.size(), 7u * 3u * 4u);
      const HexMesh mesh = connect(raw);
      EXPECT_EQ(mesh.n_elements, 3 * 12);
      EXPECT_EQ(mesh.n_faces, 7 * 6 + 6 * (3 * 3 + 2 * 4));
      EXPECT_NEAR(measure_quality(mesh).volume, 6.0 * 2.0 * 3.0, 1e-12);
      // The ends of each are those of all, where nothing follows.
      EXPECT_EQ(n_faces(mesh, "x_min"), 6);
      EXPECT_EQ(n_faces(mesh, "x_max"), 6);
      EXPECT_EQ(n_faces(mesh, "y_min"), 3 * 6);
      EXPECT_TRUE(mesh.inner_sides.empty());
      EXPECT_EQ(mesh.volume_names, (NamesOfMesh{"fluid", "solid", "more"}));
    }
  }
}

TEST(JoinedMesh, VolumesOfOneNameAreCalledByTheirFiles) {
  RawMesh first = part_of_row({}), second = part_of_row({"solid.exo", 2.0}), third;
  first.volume_names = second.volume_names = {"block-1"};
  first.volumes.assign(12, 0);
  second.volumes.assign(12, 0);
  EXPECT_EQ(join_meshes({first, second}).volume_names, (NamesOfMesh{"fluid", "solid"}));
  second.volume_names = {"block-1", "core"};
  second.volumes[5] = 1;
  const RawMesh joined = join_meshes({first, second});
  EXPECT_EQ(joined.volume_names, (NamesOfMesh{"fluid", "solid-block-1", "core"}));
  EXPECT_EQ(joined.volumes[12 + 5], 2);
  second.volume_names = {"block-2", "core"};
  EXPECT_EQ(join_meshes({first, second}).volume_names, (NamesOfMesh{"block-1", "block-2", "core"}));
}

TEST(JoinedMesh, PeriodicPairsStay) {
  Block block;
  block.n_elements = {2, 2, 3};
  block.periodic = {false, true, false};
  RawMesh first = make_block(block);
  block.map = [](const Point& x) { return Point{x[0] + 2.0, x[1], x[2]}; };
  const RawMesh second = make_block(block);
  const auto sizes = measure_periodic(join_meshes({first, second}));
  ASSERT_EQ(sizes.size(), 2u);
  for (const auto& size : sizes) EXPECT_EQ(size.n_faces, 6);
}

std::string refusal_of(std::vector<RawMesh> parts) {
  return message_of<base::Error>([&] { join_meshes(parts); });
}

TEST(JoinedMesh, RefusesFilesThatDoNotTouch) {
  const std::string millimetres =
      refusal_of({part_of_row({}), part_of_row({"solid.exo", 2.0, 1, 0.0, 1000.0})});
  EXPECT_NE(millimetres.find("fluid.exo: has no face in common"), std::string::npos) << millimetres;
  EXPECT_NE(millimetres.find("files of one unit of length"), std::string::npos) << millimetres;
  EXPECT_FALSE(refusal_of({part_of_row({}), part_of_row({"solid.exo", 2.1})}).empty());
  RawMesh plane = part_of_row({"plane.exo", 2.0});
  plane.dimension = 2;
  EXPECT_NE(refusal_of({part_of_row({}), plane}).find("plane.exo: is plane, and fluid.exo is"),
            std::string::npos);
}

TEST(JoinedMesh, RefusesTwoPointsAtThePlaceOfOne) {
  RawMesh slit = part_of_row({"solid.exo", 2.0});
  // A point of its lower end is there twice, one for each of the elements.
  const auto twice = std::ranges::find(slit.points, Point{2.0, 1.0, 0.0}) - slit.points.begin();
  slit.points.push_back(slit.points[twice]);
  for (auto& corner : slit.corners[0])
    if (corner == twice) corner = std::ssize(slit.points) - 1;
  EXPECT_NE(
      refusal_of({part_of_row({}), slit}).find("solid.exo: two of its points lie at (2, 1, 0)"),
      std::string::npos);
}

}  // namespace
}  // namespace lobatto::mesh
