#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/tools/mesh_output.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "raw_meshes.hpp"
#include "re2_meshes.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;
using Names = std::vector<std::string>;

RawMesh from_bytes(const std::string& name, const std::string& bytes) {
  const TemporaryFile file(name, bytes);
  RawMesh mesh = read_raw_mesh(file.path());
  make_right_handed(mesh);
  return mesh;
}

RawMesh through_gmsh(const RawMesh& mesh) {
  std::ostringstream bytes;
  write_gmsh(mesh, bytes);
  return from_bytes("mesh.msh", bytes.str());
}

RawMesh through_re2(const RawMesh& mesh) {
  std::ostringstream bytes;
  write_re2(re2_of(mesh), bytes);
  return from_bytes("mesh.re2", bytes.str());
}

RawMesh read_re2_mesh(const Re2Mesh& mesh) {
  return from_bytes("first.re2", Re2Writer({}).write(mesh));
}

RawMesh layers(RawMesh mesh) {
  if (mesh.dimension == 2) extrude(mesh, {.ticks = {0.0, 1.0, 3.0}});
  return mesh;
}

std::map<std::string, std::pair<long long, double>> boundaries_of(const HexMesh& mesh) {
  std::map<std::string, std::pair<long long, double>> found;
  const auto sizes = measure_boundaries(mesh);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    found[mesh.boundary_names[i]].first += sizes[i].n_faces;
    found[mesh.boundary_names[i]].second += sizes[i].area;
  }
  return found;
}

void expect_same_boundaries(const HexMesh& mesh, const HexMesh& expected) {
  const auto found = boundaries_of(mesh), wanted = boundaries_of(expected);
  ASSERT_EQ(found.size(), wanted.size());
  for (const auto& [name, size] : wanted) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(found.contains(name));
    EXPECT_EQ(found.at(name).first, size.first);
    EXPECT_NEAR(found.at(name).second, size.second, 1e-11 * size.second);
  }
}

void expect_same_periodic(const RawMesh& mesh, const RawMesh& expected) {
  auto found = measure_periodic(mesh), wanted = measure_periodic(expected);
  const auto shift_of = [](const PeriodicSize& size) { return size.motion.placement.shift; };
  for (auto* pairs : {&found, &wanted}) std::ranges::sort(*pairs, {}, shift_of);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].n_faces, wanted[i].n_faces);
    EXPECT_EQ(found[i].motion.rotation.has_value(), wanted[i].motion.rotation.has_value());
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(shift_of(found[i])[c], shift_of(wanted[i])[c], 1e-12);
  }
}

/// The same elements in the same order with the same nodes; what is shared is the same, and so are
/// boundaries, volumes and periodic pairs.
void expect_same(const RawMesh& first, const RawMesh& second) {
  const RawMesh raw = layers(first), wanted = layers(second);
  ASSERT_EQ(raw.geometry_order, wanted.geometry_order);
  ASSERT_EQ(raw.coordinates.size(), wanted.coordinates.size());
  for (std::size_t i = 0; i < raw.coordinates.size(); ++i)
    ASSERT_NEAR(raw.coordinates[i], wanted.coordinates[i], 1e-12);
  EXPECT_EQ(raw.volume_names, wanted.volume_names);
  EXPECT_EQ(raw.volumes, wanted.volumes);
  expect_same_periodic(raw, wanted);
  const HexMesh mesh = connect(raw), expected = connect(wanted);
  EXPECT_EQ(mesh.n_vertices, expected.n_vertices);
  EXPECT_EQ(mesh.n_lines, expected.n_lines);
  EXPECT_EQ(mesh.n_faces, expected.n_faces);
  EXPECT_NEAR(measure_quality(mesh).volume, measure_quality(expected).volume, 1e-11);
  expect_same_boundaries(mesh, expected);
}

/// Elements turned every way, bent by polynomials of the order; two volumes.
RawMesh bent_block(int order, const std::array<bool, 3>& periodic) {
  RawMesh mesh =
      make_block({.n_elements = {3, 2, 2},
                  .periodic = periodic,
                  .geometry_order = order,
                  .map =
                      [&](const Point& x) {
                        // Ends of periodic directions are bent alike.
                        const double bend = order == 1 ? 0.0 : 0.05;
                        return Point{x[0] + bend * std::sin(2 * pi * x[1] / 2),
                                     x[1] + bend * std::sin(2 * pi * x[2] / 2),
                                     x[2] + bend * std::sin(2 * pi * x[0] / 3)};
                      },
                  .turn = [](int e) { return all_turns()[static_cast<std::size_t>(5 * e % 24)]; }});
  mesh.volume_names = {"fluid", "solid"};
  for (int e = 0; e < 12; ++e) mesh.volumes.push_back(e < 6 ? 0 : 1);
  make_right_handed(mesh);
  return mesh;
}

TEST(GmshOutput, IsReadAsTheSameMesh) {
  for (int order = 1; order <= 9; ++order) {
    SCOPED_TRACE(order);
    for (const auto& periodic : {std::array{false, false, false}, std::array{true, false, true}}) {
      const RawMesh mesh = bent_block(order, periodic);
      expect_same(through_gmsh(mesh), mesh);
    }
  }
}

TEST(GmshOutput, HoldsWhatNek5000Has) {
  for (const Re2Mesh& file : {channel(3, 2), sector(60, 2), pipe(2), shell(), plane_disc()}) {
    const RawMesh mesh = read_re2_mesh(file);
    expect_same(through_gmsh(mesh), mesh);
  }
}

TEST(GmshOutput, KeepsElementsInOrderAndSaysNothingOfTheSurfaceOfASolid) {
  const RawMesh mesh = read_re2_mesh(plane_with_solid());
  const RawMesh back = through_gmsh(mesh);
  EXPECT_EQ(back.volume_names, (Names{"fluid", "solid"}));
  expect_same(back, mesh);
}

TEST(GmshOutput, LeavesSidesWithoutNameAsTheyAre) {
  RawMesh mesh = bent_block(2, {false, false, false});
  std::erase_if(mesh.quads, [](const BoundaryQuad& quad) { return quad.boundary == 3; });
  RawMesh back = through_gmsh(mesh);
  std::size_t n_unnamed = 0;
  name_unnamed_sides(back, [&](std::span<const UnnamedSide> sides) {
    n_unnamed = sides.size();
    return Names(sides.size(), "y_max");
  });
  EXPECT_EQ(n_unnamed, 6u);
  EXPECT_EQ(connect(back).boundary_names.size(), 6u);
}

TEST(GmshOutput, HasNoTypeOfOrderTen) {
  const std::string message =
      message_of<base::Error>([] { through_gmsh(bent_block(10, {false, false, false})); });
  EXPECT_NE(message.find("of order 10, and Gmsh has hexahedra up to order 9"), std::string::npos)
      << message;
}

TEST(Re2Output, IsReadAsTheSameMesh) {
  for (const Re2Mesh& file : {channel(3, 2), sector(60, 2), pipe(2), shell(), plane_disc()}) {
    const RawMesh mesh = read_re2_mesh(file);
    expect_same(through_re2(mesh), mesh);
    expect_same(through_re2(through_gmsh(mesh)), mesh);
  }
}

TEST(Re2Output, KeepsArcsAndSpheresAsWhatTheyAre) {
  const auto letters_of = [](const Re2Mesh& file) {
    std::map<char, int> letters;
    for (const Re2Curve& curve : re2_of(read_re2_mesh(file)).curves) ++letters[curve.letter];
    return letters;
  };
  EXPECT_EQ(letters_of(pipe(2)), (std::map<char, int>{{'C', 16}}));
  EXPECT_EQ(letters_of(shell()), (std::map<char, int>{{'s', 12}}));
  EXPECT_EQ(letters_of(channel(2, 2)), (std::map<char, int>{}));
}

/// With names that such a file has.
RawMesh with_short_names(RawMesh mesh) {
  const Names names{"W", "v", "O", "SYM", "boundary-17", "on"};
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i) mesh.boundary_names[i] = names[i];
  return mesh;
}

TEST(Re2Output, TurnedElementsWithPeriodicPairsAndSolids) {
  for (const auto& periodic : {std::array{false, false, false}, std::array{true, false, true}}) {
    const RawMesh mesh = with_short_names(bent_block(1, periodic));
    RawMesh back = through_re2(mesh);
    EXPECT_EQ(back.solid_volume, 1);
    expect_same(back, mesh);
  }
}

TEST(Re2Output, PutsSolidsBehindTheFluid) {
  RawMesh mesh = with_short_names(bent_block(1, {false, false, false}));
  for (std::size_t e = 0; e < 12; ++e) mesh.volumes[e] = e % 3 == 0 ? 1 : 0;
  const RawMesh back = through_re2(mesh);
  EXPECT_EQ(std::ranges::count(back.volumes, 1), 4);
  EXPECT_TRUE(std::ranges::is_sorted(back.volumes));
  expect_same_boundaries(connect(back), connect(mesh));
}

TEST(Re2Output, LinesOfSecondOrderAreParabolas) {
  // Faces and inside follow their lines, as in an element of 20 nodes.
  RawMesh mesh = make_block(
      {.n_elements = {2, 1, 1}, .geometry_order = 2, .map = [](const Point& x) {
         return Point{x[0] + 0.2 * x[1] * (1 - x[1]), x[1], x[2] + 0.1 * x[0] * (2 - x[0])};
       }});
  mesh = with_short_names(std::move(mesh));
  expect_same(through_re2(mesh), mesh);
}

std::string refusal(const RawMesh& mesh) {
  return message_of<base::Error>([&] { re2_of(mesh); });
}

TEST(Re2Output, RefusesWhatItCannotHold) {
  const RawMesh block = bent_block(1, {false, false, false});
  EXPECT_NE(refusal(block).find("the boundary name 'x_min'"), std::string::npos) << refusal(block);
  EXPECT_NE(refusal(block).find("--name 'x_min=W'"), std::string::npos);
  RawMesh copper = with_short_names(block);
  ASSERT_TRUE(rename(copper, "solid", "copper"));
  EXPECT_NE(refusal(copper).find("--name copper=solid"), std::string::npos) << refusal(copper);
  const RawMesh bent = with_short_names(bent_block(4, {false, false, false}));
  EXPECT_NE(refusal(bent).find("curved sides that a .re2 file cannot hold"), std::string::npos)
      << refusal(bent);
  EXPECT_NE(refusal(bent).find("Mesh.SecondOrderIncomplete = 1"), std::string::npos);
}

TEST(Re2Output, RefusesPointsThatReadersTakeForOne) {
  // Two elements with a slit between them.
  RawMesh mesh = with_short_names(make_block({}));
  const RawMesh other =
      make_block({.map = [](const Point& x) { return Point{x[0] + 1.01, x[1], x[2]}; }});
  const auto n = static_cast<std::int64_t>(mesh.points.size());
  const auto moved = [&](auto points) {
    for (auto& point : points) point += n;
    return points;
  };
  mesh.points.insert(mesh.points.end(), other.points.begin(), other.points.end());
  mesh.corners.push_back(moved(other.corners[0]));
  mesh.labels.push_back(102);
  mesh.coordinates.insert(mesh.coordinates.end(), other.coordinates.begin(),
                          other.coordinates.end());
  for (BoundaryQuad quad : other.quads) {
    quad.points = moved(quad.points);
    mesh.quads.push_back(quad);
  }
  expect_same(through_gmsh(mesh), mesh);
  EXPECT_NE(refusal(mesh).find("of the 16 points of this mesh some are closer"), std::string::npos)
      << refusal(mesh);
}

TEST(RawMesh, BoundariesAndVolumesAreRenamedAndJoined) {
  RawMesh mesh = bent_block(1, {false, false, false});
  EXPECT_FALSE(rename(mesh, "nothing", "W"));
  for (const auto* name : {"x_min", "x_max", "y_min"}) EXPECT_TRUE(rename(mesh, name, "W"));
  EXPECT_TRUE(rename(mesh, "solid", "copper"));
  EXPECT_EQ(mesh.boundary_names, (Names{"W", "y_max", "z_min", "z_max"}));
  EXPECT_EQ(mesh.volume_names, (Names{"fluid", "copper"}));
  const auto boundaries = boundaries_of(connect(mesh));
  EXPECT_EQ(boundaries.at("W").first, 4 + 4 + 6);
}

}  // namespace
}  // namespace lobatto::mesh
