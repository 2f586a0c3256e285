#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

#include "base/error.hpp"
#include "gmsh_writer.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_format.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "raw_meshes.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

RawMesh read_gmsh(const std::filesystem::path& file) {
  return whole_of(gmsh_format().read(file, comm::Communicator::alone()));
}

std::filesystem::path data(const std::string& name) {
  return std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / name;
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void expect_block(const RawMesh& raw) {
  EXPECT_EQ(raw.n_elements(), 6);
  const HexMesh mesh = connect(raw);
  EXPECT_EQ(expect_ids_match_places(mesh, 3, {1, 0, 2}), 2u * 3 * 4 * 3 * 3);
  expect_face_ids_match_places(mesh, 3, {1, 0, 2});
  EXPECT_EQ(mesh.boundary_names.size(), 2u);
  const auto sizes = measure_boundaries(mesh);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(mesh.boundary_names[i] == "lower wall" || mesh.boundary_names[i] == "boundary-7");
    EXPECT_EQ(sizes[i].n_faces, 6);
    EXPECT_NEAR(sizes[i].area, 2.0, 1e-12);
  }
  for (const BoundarySide& side : mesh.sides) {
    const auto x = nodes_of(mesh, side.element, 1);
    const double y = mesh.boundary_names[side.boundary] == "lower wall" ? 0.0 : 1.0;
    EXPECT_EQ(x[8 + face_node(side.face, 0, 0, 2)], y);
  }
  EXPECT_NEAR(measure_quality(mesh).volume, 2.0, 1e-12);
}

TEST(GmshReader, KeepsPhysicalVolumes) {
  for (const auto* name :
       {"periodic-22", "periodic-22-binary", "periodic-40", "periodic-41", "periodic-41-binary"}) {
    SCOPED_TRACE(name);
    const HexMesh mesh = connect(read_gmsh(data(std::string(name) + ".msh")));
    EXPECT_EQ(mesh.volume_names, std::vector<std::string>{"fluid"});
    EXPECT_EQ(mesh.volumes, std::vector<int>(6, 0));
  }
}

TEST(GmshReader, ReadsEveryVersionInTextAndBinary) {
  for (const auto* name :
       {"periodic-22", "periodic-22-binary", "periodic-40", "periodic-41", "periodic-41-binary"}) {
    SCOPED_TRACE(name);
    expect_block(read_gmsh(data(std::string(name) + ".msh")));
  }
}

void expect_equal(const RawMesh& mesh, const RawMesh& expected) {
  EXPECT_EQ(mesh.points, expected.points);
  EXPECT_EQ(mesh.corners, expected.corners);
  EXPECT_EQ(mesh.coordinates, expected.coordinates);
  EXPECT_EQ(mesh.volumes, expected.volumes);
  ASSERT_EQ(mesh.quads.size(), expected.quads.size());
  for (std::size_t i = 0; i < mesh.quads.size(); ++i) {
    EXPECT_EQ(mesh.quads[i].points, expected.quads[i].points);
    EXPECT_EQ(mesh.quads[i].boundary, expected.quads[i].boundary);
  }
  ASSERT_EQ(mesh.periodic.size(), expected.periodic.size());
  for (std::size_t i = 0; i < mesh.periodic.size(); ++i)
    EXPECT_EQ(mesh.periodic[i].master_of, expected.periodic[i].master_of);
}

TEST(GmshReader, EveryLayoutSaysTheSame) {
  RawMesh block = make_block({.n_elements = {3, 2, 2}, .periodic = {true, false, true}});
  block.volume_names = {"fluid", "solid"};
  for (int e = 0; e < 12; ++e) block.volumes.push_back(e < 6 ? 0 : 1);
  const TemporaryFile text("first.msh", GmshWriter({GmshVersion::v22, false}).write(block));
  const RawMesh expected = read_gmsh(text.path());
  EXPECT_EQ(expected.periodic.size(), 2u);
  for (const auto version : {GmshVersion::v22, GmshVersion::v40, GmshVersion::v41}) {
    for (const bool is_binary : {false, true}) {
      const TemporaryFile file("block.msh", GmshWriter({version, is_binary}).write(block));
      expect_equal(read_gmsh(file.path()), expected);
    }
  }
}

/// Reverses the bytes of the binary numbers of a version 2.2 file as Gmsh lays them out.
std::string with_other_byte_order(std::string bytes) {
  std::size_t at = 0;
  const auto swap = [&](std::size_t n) {
    std::reverse(bytes.begin() + at, bytes.begin() + at + n);
    at += n;
  };
  const auto find = [&](const std::string& word) { at = bytes.find(word, at) + word.size(); };
  const auto next_line = [&] { at = bytes.find('\n', at) + 1; };
  const auto read_int = [&] {
    int value = 0;
    std::copy_n(bytes.begin() + at, sizeof value, reinterpret_cast<char*>(&value));
    return value;
  };
  find("2.2 1 8\n");
  swap(4);
  find("$Nodes\n");
  int n = std::stoi(bytes.substr(at));
  next_line();
  for (int i = 0; i < n; ++i) {
    swap(4);
    for (int c = 0; c < 3; ++c) swap(8);
  }
  find("$Elements\n");
  n = std::stoi(bytes.substr(at));
  next_line();
  for (int i = 0; i < n;) {
    const int n_nodes = read_int() == 5 ? 8 : 4;
    swap(4);
    const int n_here = read_int();
    swap(4);
    const int n_tags = read_int();
    swap(4);
    for (int k = 0; k < n_here * (1 + n_tags + n_nodes); ++k) swap(4);
    i += n_here;
  }
  return bytes;
}

TEST(GmshReader, ReadsTheOtherByteOrder) {
  const TemporaryFile file("other.msh",
                           with_other_byte_order(contents(data("periodic-22-binary.msh"))));
  expect_block(read_gmsh(file.path()));
}

TEST(GmshReader, SecondOrderPipesAgree) {
  const RawMesh complete = read_gmsh(data("pipe-27.msh"));
  const RawMesh serendipity = read_gmsh(data("pipe-20.msh"));
  ASSERT_EQ(complete.geometry_order, 2);
  ASSERT_EQ(serendipity.geometry_order, 2);
  for (const RawMesh& raw : {complete, serendipity}) {
    const HexMesh mesh = connect(raw);
    EXPECT_EQ(mesh.n_elements, 24);
    EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"inlet", "outlet", "wall"}));
    const auto sizes = measure_boundaries(mesh);
    // Eight parabolas through three points of the circle each.
    const double half = std::numbers::pi / 8;
    const double area =
        8 * (std::sin(half) * std::cos(half) + 4.0 / 3 * std::sin(half) * (1 - std::cos(half)));
    EXPECT_NEAR(sizes[0].area, area, 1e-12);
    EXPECT_NEAR(sizes[1].area, area, 1e-12);
    EXPECT_NEAR(sizes[2].area, 4 * std::numbers::pi, 1e-2);
    EXPECT_EQ(sizes[2].n_faces, 16);
    const auto quality = measure_quality(mesh);
    EXPECT_NEAR(quality.volume, 2 * area, 1e-12);
    EXPECT_GT(quality.scaled_jacobian.value, 0.5);
    // The nodes of order 2 are those of the file.
    const auto ids = global_node_ids(mesh, 2);
    OneToOne<Place> pairs;
    for (std::size_t e = 0; e < 24; ++e) {
      for (std::size_t i = 0; i < 27; ++i) {
        const double* x = mesh.coordinates.data() + 81 * e + i;
        pairs.expect(place_of({x[0], x[27], x[54]}, {}), ids[27 * e + i]);
      }
    }
  }
}

TEST(GmshReader, SerendipityNodesAreExactOnItsPolynomials) {
  // x = r + s t (r^2 + 1) / 8 is in the space of 20 nodes, and is reproduced at all 27.
  const auto map = [](double r, double s, double t) {
    return Point{r + 0.125 * s * t * (r * r + 1), s + 0.1 * r * t * t,
                 t + 0.05 * r * s + r * r * 0.1};
  };
  // Gmsh's order: corners, then the middles of the lines, by their ends.
  constexpr int corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  constexpr int line[12][2] = {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3},
                               {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n20\n";
  for (int i = 0; i < 20; ++i) {
    std::array<double, 3> r{};
    for (int d = 0; d < 3; ++d) {
      r[d] = i < 8 ? corner[i][d] : 0.5 * (corner[line[i - 8][0]][d] + corner[line[i - 8][1]][d]);
    }
    const Point x = map(r[0], r[1], r[2]);
    char row[200];
    std::snprintf(row, sizeof row, "%d %.17g %.17g %.17g\n", i + 1, x[0], x[1], x[2]);
    text += row;
  }
  text += "$EndNodes\n$Elements\n1\n1 17 2 1 1";
  for (int i = 1; i <= 20; ++i) text.append(" ").append(std::to_string(i));
  const TemporaryFile file("one.msh", text + "\n$EndElements\n");
  const RawMesh mesh = read_gmsh(file.path());
  for (int node = 0; node < 27; ++node) {
    const Point x = map(node % 3 - 1, node / 3 % 3 - 1, node / 9 - 1);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(mesh.coordinates[27 * c + node], x[c], 1e-15);
  }
}

const std::string one_element =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n$EndNodes\n"
    "$Elements\n1\n1 5 2 1 1 1 2 3 4 5 6 7 8\n$EndElements\n";

TEST(GmshReader, ListedPeriodicNodesOfOneElementInThreeDirections) {
  const TemporaryFile file("torus.msh", one_element +
                                            "$Periodic\n3\n2 1 2\n4\n2 1\n3 4\n6 5\n7 8\n"
                                            "2 3 4\nAffine 1 0 0 0 0 1 0 1 0 0 1 0 0 0 0 1\n"
                                            "4\n3 2\n4 1\n7 6\n8 5\n"
                                            "2 5 6\n4\n5 1\n6 2\n7 3\n8 4\n$EndPeriodic\n");
  const HexMesh mesh = connect(read_gmsh(file.path()));
  EXPECT_EQ(mesh.n_vertices, 1);
  EXPECT_EQ(mesh.n_lines, 3);
  EXPECT_EQ(mesh.n_faces, 3);
  EXPECT_EQ(expect_ids_match_places(mesh, 4, {1, 1, 1}), 64u);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

void expect_gmsh_refused(const std::string& text, const std::vector<std::string>& words) {
  const TemporaryFile file("wrong.msh", text);
  try {
    read_gmsh(file.path());
    FAIL() << "expected: " << words.front();
  } catch (const base::Error& error) {
    const std::string message = error.what();
    for (const auto& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
  }
}

/// Two squares in a plane, of which the first has a name, with a line at their end.
std::string squares(const std::string& z_of_last) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"fluid\"\n1 2 \"inlet\"\n"
         "$EndPhysicalNames\n$Nodes\n6\n1 0 0 0.5\n2 1 0 0.5\n3 2 0 0.5\n4 0 1 0.5\n5 1 1 0.5\n"
         "6 2 1 " +
         z_of_last +
         "\n$EndNodes\n$Elements\n3\n1 1 2 2 1 1 4\n17 3 2 1 1 1 2 5 4\n18 3 2 1 1 2 3 6 5\n"
         "$EndElements\n";
}

TEST(GmshReader, SaysWhatToDoWithoutVolumes) {
  const TemporaryFile plane("plane.msh", squares("0.5"));
  EXPECT_EQ(read_gmsh(plane.path()).dimension, 2);
  expect_gmsh_refused(squares("0.6"),
                      {"wrong.msh: the mesh is two-dimensional, expected hexahedra, or "
                       "quadrilaterals in a plane z = constant; mesh the volumes with "
                       "gmsh -3"});
  std::string line = squares("0.5");
  line = replaced(line, "$Elements\n3", "$Elements\n1");
  line = replaced(line, "17 3 2 1 1 1 2 5 4\n18 3 2 1 1 2 3 6 5\n", "");
  expect_gmsh_refused(line, {"the mesh is one-dimensional, expected hexahedra"});
}

TEST(GmshReader, NamesTheLineOfWhatIsWrong) {
  expect_gmsh_refused("solid", {"wrong.msh:1:", "expected $MeshFormat, found 'solid'"});
  expect_gmsh_refused(replaced(one_element, "2.2", "5.0"),
                      {"wrong.msh:2:", "version '5.0'", "msh41"});
  expect_gmsh_refused(replaced(one_element, "3 1 1 0", "3 1 x 0"),
                      {"wrong.msh:8:", "expected a coordinate of a node, found 'x'"});
  expect_gmsh_refused(replaced(one_element, "$Nodes\n8", "$Nodes\n900000"),
                      {"wrong.msh:5:", "the number of nodes that fits this file, found 900000"});
  expect_gmsh_refused(replaced(one_element, "$Nodes\n8", "$Nodes\n7"),
                      {"wrong.msh:13:", "expected $EndNodes, found '8'"});
  expect_gmsh_refused(replaced(one_element, "1 5 2 1 1 1 2", "1 4 2 1 1 1 2"),
                      {"wrong.msh:17:", "must be hexahedra", "a tetrahedron of 4 nodes (type 4)"});
  expect_gmsh_refused(replaced(one_element, "1 5 2", "1 90 2"), {"a prism of 40 nodes (type 90)"});
  expect_gmsh_refused(replaced(one_element, "1 5 2", "1 777 2"), {"element type 777 is not known"});
  expect_gmsh_refused(replaced(one_element, "7 8\n$End", "7 9\n$End"),
                      {"element 1 uses node 9, which is not in the file"});
  expect_gmsh_refused(replaced(one_element, "2 1 0 0", "1 1 0 0"), {"node 1 is listed twice"});
  expect_gmsh_refused(one_element.substr(0, 150), {"found the end of the file"});
  expect_gmsh_refused(one_element + "$Periodic\n1\n2 1 2\n0\n$EndPeriodic\n",
                      {"surfaces 1 and 2 list no nodes and no transform"});
  expect_gmsh_refused(
      one_element +
          "$Periodic\n1\n2 1 2\nAffine 1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1\n0\n$EndPeriodic\n",
      {"surface 1 has no quadrilaterals", "physical group"});
  EXPECT_THROW(read_gmsh("/no/such/file.msh"), base::Error);
  const std::string binary = contents(data("periodic-41-binary.msh"));
  expect_gmsh_refused(binary.substr(0, 3000), {"wrong.msh: byte ", "the file ends"});
}

}  // namespace
}  // namespace lobatto::mesh
