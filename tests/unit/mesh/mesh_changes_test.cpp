#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "re2_meshes.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;
using Names = std::vector<std::string>;

HexMesh changed_mesh(const Re2Mesh& mesh, const MeshChanges& changes,
                     const Re2Layout& layout = {}) {
  const TemporaryFile file("test.re2", Re2Writer(layout).write(mesh));
  return connect(read_changed_mesh(file.path(), changes));
}

std::string refusal_of_changes(const Re2Mesh& mesh, const MeshChanges& changes) {
  return message_of<base::Error>([&] { changed_mesh(mesh, changes); });
}

double area_of(const HexMesh& mesh, const std::string& name) {
  double area = 0.0;
  const auto sizes = measure_boundaries(mesh);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (mesh.boundary_names[i] == name) area += sizes[i].area;
  return area;
}

const Extrusion three_layers{.ticks = {1.0, 1.5, 2.5, 4.0}};

TEST(Extrusion, APlaneDiscBecomesACylinder) {
  for (const auto* version : {"#v001", "#v002", "#v004"}) {
    for (const bool swapped : {false, true}) {
      const double rounding = std::string(version) == "#v001" ? 1e-6 : 1e-9;
      const HexMesh mesh =
          changed_mesh(plane_disc(), {.extrusion = three_layers}, {version, swapped});
      EXPECT_EQ(mesh.n_elements, 15);
      EXPECT_EQ(mesh.n_vertices, 8 * 4);
      EXPECT_EQ(mesh.boundary_names, (Names{"W", "z_min", "z_max"}));
      const auto quality = measure_quality(mesh);
      EXPECT_NEAR(quality.volume, 3 * pi, rounding);
      EXPECT_NEAR(quality.lower[2], 1.0, 1e-13);
      EXPECT_NEAR(quality.upper[2], 4.0, 1e-13);
      EXPECT_NEAR(area_of(mesh, "W"), 3 * 2 * pi, 100 * rounding);
      EXPECT_NEAR(area_of(mesh, "z_min"), pi, 100 * rounding);
      expect_ids_match_places(mesh, 8);
    }
  }
}

TEST(Extrusion, PeriodicEndsAreOnePlaceForAnyNumberOfLayers) {
  for (int n = 1; n <= 3; ++n) {
    Extrusion extrusion{.ticks = {0.0}, .periodic = true};
    for (int k = 1; k <= n; ++k) extrusion.ticks.push_back(k);
    const HexMesh mesh = changed_mesh(plane_disc(), {.extrusion = extrusion});
    EXPECT_EQ(mesh.n_vertices, 8 * n);
    EXPECT_EQ(mesh.boundary_names, (Names{"W"}));
    expect_ids_match_places(mesh, 8, {0, 0, 1.0 * n});
    expect_face_ids_match_places(mesh, 3, {0, 0, 1.0 * n});
  }
}

TEST(Extrusion, PeriodicPairsOfThePlaneGoUpWithIt) {
  Re2Mesh plane = channel(3, 1);
  plane.dimension = 2;
  std::erase_if(plane.conditions, [](const Re2Side& side) { return side.side > 4; });
  const Extrusion extrusion{.ticks = {0, 1, 2}, .lower = "W", .upper = "W"};
  const HexMesh mesh = changed_mesh(plane, {.extrusion = extrusion});
  EXPECT_EQ(mesh.boundary_names, (Names{"W", "SYM"}));
  EXPECT_NEAR(area_of(mesh, "W"), 0.9 * 2 + 2 * 0.9 * 2, 1e-12);
  expect_ids_match_places(mesh, 4, {0.9, 0, 0});
}

TEST(Extrusion, IsForPlaneMeshesAndThoseNeedIt) {
  EXPECT_NE(refusal_of_changes(plane_disc(), {}).find("mesh.extrude = { range"), std::string::npos);
  EXPECT_NE(
      refusal_of_changes(pipe(1), {.extrusion = three_layers}).find("mesh.extrude is for plane"),
      std::string::npos);
}

TEST(Solids, AreAVolumeWhoseSurfaceInsideIsNoBoundary) {
  const HexMesh mesh = changed_mesh(plane_with_solid(), {.extrusion = three_layers});
  EXPECT_EQ(mesh.volume_names, (Names{"fluid", "solid"}));
  EXPECT_EQ(mesh.volumes, (std::vector<int>{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}));
  EXPECT_EQ(mesh.solid_volume, 1);
  EXPECT_EQ(mesh.boundary_names, (Names{"v", "W", "O", "I", "f", "z_min", "z_max"}));
  // The flow's condition counts on its own faces, the scalar's on those of the solid.
  EXPECT_NEAR(area_of(mesh, "W"), 2 * 3, 1e-12);
  EXPECT_NEAR(area_of(mesh, "I"), 2 * 3, 1e-12);
  EXPECT_NEAR(area_of(mesh, "f"), 2 * 3, 1e-12);
}

TEST(Solids, AWallWithinTheFluidIsStillRefused) {
  Re2Mesh mesh = plane_with_solid();
  mesh.conditions.push_back({1, 2, "W", {}});
  EXPECT_NE(refusal_of_changes(mesh, {.extrusion = three_layers}).find("lies between two elements"),
            std::string::npos);
}

TEST(UnnamedSides, GetTheNamesThatAreAskedForAndNoOthers) {
  Re2Mesh mesh = channel(2, 3);
  std::erase_if(mesh.conditions,
                [](const Re2Side& side) { return side.side >= 5 || side.letters == "SYM"; });
  EXPECT_NE(refusal_of_changes(mesh, {}).find("[[mesh.unnamed]]"), std::string::npos);
  std::size_t n_asked = 0;
  const NameSides by_place = [&](std::span<const UnnamedSide> sides) {
    Names names;
    n_asked = sides.size();
    for (const UnnamedSide& side : sides) {
      EXPECT_NEAR(std::hypot(side.normal[0], side.normal[1], side.normal[2]), 1.0, 1e-14);
      const bool is_lid = side.normal[1] > 0.9;
      EXPECT_NEAR(side.middle[1], is_lid ? 1.0 : 0.0, 1e-14);
      names.push_back(is_lid ? "W" : side.normal[2] < 0 ? "in" : "out");
      EXPECT_EQ(side.normal[2] < -0.9, side.middle[2] == 0.0 && !is_lid);
    }
    return names;
  };
  const HexMesh named = changed_mesh(mesh, {.name_sides = by_place});
  EXPECT_EQ(n_asked, 6u + 2 + 2);
  EXPECT_EQ(named.boundary_names, (Names{"W", "in", "out"}));
  EXPECT_NEAR(area_of(named, "W"), 2 * 0.6 * 3, 1e-12);
  EXPECT_NEAR(area_of(named, "in"), 0.6 * 2, 1e-12);
  // What gets names may become periodic.
  const HexMesh joined = changed_mesh(mesh, {.name_sides = by_place, .periodic = {{"in", "out"}}});
  expect_ids_match_places(joined, 3, {0.6, 0, 3});
}

TEST(Placement, ScalesThenTurnsThenShifts) {
  const Placement placement = placement_of({2, 3, 4}, {0, 0, 5}, 90, {10, 20, 30});
  const auto moved = placement.moved({1, 1, 1});
  EXPECT_NEAR(moved[0], 10 - 3, 1e-14);
  EXPECT_NEAR(moved[1], 20 + 2, 1e-14);
  EXPECT_NEAR(moved[2], 30 + 4, 1e-14);
  // A third of a turn about (1, 1, 1) carries x to y, y to z and z to x.
  const auto turned = placement_of({1, 1, 1}, {1, 1, 1}, 120, {}).moved({1, 2, 3});
  EXPECT_NEAR(turned[0], 3, 1e-14);
  EXPECT_NEAR(turned[1], 1, 1e-14);
  EXPECT_NEAR(turned[2], 2, 1e-14);
}

TEST(Placement, KeepsShapeAndConnectionsAlsoWhereItMirrors) {
  const HexMesh before = changed_mesh(pipe(2), {});
  const HexMesh after =
      changed_mesh(pipe(2), {.placement = placement_of({-2, 2, 2}, {1, 2, 3}, 40, {5, 6, 7})});
  EXPECT_EQ(after.n_vertices, before.n_vertices);
  EXPECT_NEAR(measure_quality(after).volume, 8 * measure_quality(before).volume, 1e-9);
  EXPECT_GT(measure_quality(after).scaled_jacobian.value, 0.5);
  EXPECT_NEAR(area_of(after, "W"), 4 * area_of(before, "W"), 1e-6);
}

}  // namespace
}  // namespace lobatto::mesh
