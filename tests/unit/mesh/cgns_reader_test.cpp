#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "mesh/formats/exchange_cells.hpp"
#include "mesh/mesh_file.hpp"
#include "support/message_of.hpp"

#ifdef LOBATTO_CGNS
#include "cgns_writer.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/tools/mesh_quality.hpp"
#else
#include "temporary_file.hpp"
#endif

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

TEST(CgnsLattice, NodesLieWhereTheStandardDrawsThem) {
  const auto at = [](int n_nodes, int number) {
    return cgns_lattice(3, static_cast<std::size_t>(n_nodes))[static_cast<std::size_t>(number) - 1];
  };
  using Place = std::array<int, 3>;
  // The middles of the sides of HEXA_27: bottom, s = -1, r = 1, s = 1, r = -1, top, and its own.
  const std::array<Place, 7> middles{
      {{1, 1, 0}, {1, 0, 1}, {2, 1, 1}, {1, 2, 1}, {0, 1, 1}, {1, 1, 2}, {1, 1, 1}}};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(at(27, 21 + i), middles[static_cast<std::size_t>(i)]);
  EXPECT_EQ(at(64, 9), (Place{1, 0, 0}));
  EXPECT_EQ(at(64, 16), (Place{0, 1, 0}));
  EXPECT_EQ(at(64, 24), (Place{0, 3, 2}));
  EXPECT_EQ(at(64, 36), (Place{1, 2, 0}));
  EXPECT_EQ(at(64, 49), (Place{0, 2, 1}));
  EXPECT_EQ(at(64, 59), (Place{2, 2, 1}));
  EXPECT_EQ(at(64, 64), (Place{1, 2, 2}));
  EXPECT_EQ(at(125, 53), (Place{2, 2, 0}));
  EXPECT_EQ(at(125, 81), (Place{0, 3, 1}));
  EXPECT_EQ(at(125, 116), (Place{2, 2, 2}));
  EXPECT_EQ(at(125, 125), (Place{2, 2, 3}));
  EXPECT_EQ(cgns_lattice(2, 16)[12], (Place{1, 1, 0}));
  EXPECT_EQ(cgns_lattice(2, 25)[24], (Place{2, 2, 0}));
  EXPECT_TRUE(cgns_lattice(3, 56).empty());
}

TEST(CgnsLattice, HasEachPlaceOnce) {
  for (const int order : {1, 2, 3, 4})
    for (const int dimension : {2, 3}) {
      auto lattice = cgns_lattice(
          dimension, static_cast<std::size_t>(std::lround(std::pow(order + 1, dimension))));
      std::ranges::sort(lattice);
      EXPECT_EQ(std::ranges::unique(lattice).begin(), lattice.end());
    }
}

#ifndef LOBATTO_CGNS

TEST(Cgns, WithoutTheLibraryTheMessageSaysHowToGetIt) {
  const TemporaryFile file("mesh.cgns", "\x89HDF\r\n\x1a\n");
  const std::string message = message_of<base::Error>([&] { read_raw_mesh(file.path()); });
  EXPECT_NE(message.find("libcgns-dev"), std::string::npos) << message;
}

#else

Point ring(double angle, double radius, double z) {
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// Two elements of one order along the angle of a quarter of a ring, from radius 1 to 2, z in
/// (0, 1).
struct Ring {
  int order = 2;
  CellLattice lattice;

  explicit Ring(int n_nodes) : lattice(cgns_lattice(3, static_cast<std::size_t>(n_nodes))) {
    order = 0;
    for (const auto& place : lattice) order = std::max({order, place[0], place[1], place[2]});
  }

  [[nodiscard]] cgsize_t number(int i, int j, int k) const {
    return 1 + i + (2 * order + 1) * (j + (order + 1) * k);
  }
  [[nodiscard]] std::vector<Point> nodes() const {
    std::vector<Point> nodes;
    for (int k = 0; k <= order; ++k)
      for (int j = 0; j <= order; ++j)
        for (int i = 0; i <= 2 * order; ++i)
          nodes.push_back(ring(pi / 2 * i / (2 * order), 2 - double(j) / order, double(k) / order));
    return nodes;
  }
  [[nodiscard]] std::vector<cgsize_t> element(int e) const {
    std::vector<cgsize_t> numbers;
    for (const auto& [r, s, t] : lattice) numbers.push_back(number(r + e * order, s, t));
    return numbers;
  }
  /// The corners of a side of element e: j = 0 (outside), or the bottom.
  [[nodiscard]] std::vector<cgsize_t> outside(int e) const {
    const int i = e * order;
    return {number(i, 0, 0), number(i + order, 0, 0), number(i + order, 0, order),
            number(i, 0, order)};
  }
  [[nodiscard]] std::vector<cgsize_t> bottom(int e) const {
    const int i = e * order;
    return {number(i, 0, 0), number(i + order, 0, 0), number(i + order, order, 0),
            number(i, order, 0)};
  }
  [[nodiscard]] std::vector<cgsize_t> all_nodes() const {
    std::vector<cgsize_t> all;
    for (cgsize_t n = 1; n <= number(2 * order, order, order); ++n) all.push_back(n);
    return all;
  }
};

std::vector<cgsize_t> joined(std::vector<cgsize_t> a, const std::vector<cgsize_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

BoundarySize size_of(const HexMesh& mesh, const std::string& name) {
  const auto found = std::ranges::find(mesh.boundary_names, name);
  EXPECT_NE(found, mesh.boundary_names.end()) << name;
  if (found == mesh.boundary_names.end()) return {};
  return measure_boundaries(mesh)[static_cast<std::size_t>(found - mesh.boundary_names.begin())];
}

class CgnsElements : public testing::TestWithParam<std::pair<int, CGNS_ENUMT(ElementType_t)>> {};

TEST_P(CgnsElements, HaveTheirNodesWhereTheyBelong) {
  const auto [n_nodes, type] = GetParam();
  const Ring shape(n_nodes);
  CgnsWriter file;
  file.zone("Zone", shape.nodes(), 2);
  file.section("blocks", type, 1, 2, joined(shape.element(0), shape.element(1)));
  file.section("outside", CGNS_ENUMV(QUAD_4), 3, 4, joined(shape.outside(0), shape.outside(1)));
  file.boundary("rest", CGNS_ENUMV(PointList), shape.all_nodes());
  const std::string message =
      message_of<base::Error>([&] { connect(read_raw_mesh(file.write())); });
  // The vertices of "rest" hold every side, so that the section names none.
  EXPECT_EQ(message, "");
  const HexMesh mesh = connect(read_raw_mesh(file.write()));
  EXPECT_EQ(mesh.geometry_order, shape.order);
  EXPECT_EQ(mesh.volume_names, std::vector<std::string>{"blocks"});
  EXPECT_EQ(size_of(mesh, "rest").n_faces, 10);
  // A polynomial of order p through equidistant nodes of an arc of pi / 4.
  const std::array bounds{0.3, 3e-3, 3e-3, 1e-5};
  EXPECT_NEAR(measure_quality(mesh).volume, 0.75 * pi,
              bounds[static_cast<std::size_t>(shape.order) - 1]);
}

INSTANTIATE_TEST_SUITE_P(
    Orders, CgnsElements,
    testing::Values(std::pair{8, CGNS_ENUMV(HEXA_8)}, std::pair{20, CGNS_ENUMV(HEXA_20)},
                    std::pair{27, CGNS_ENUMV(HEXA_27)}, std::pair{32, CGNS_ENUMV(HEXA_32)},
                    std::pair{64, CGNS_ENUMV(HEXA_64)}, std::pair{44, CGNS_ENUMV(HEXA_44)},
                    std::pair{125, CGNS_ENUMV(HEXA_125)}));

TEST(CgnsReader, SidesAreThoseOfConditionsAndOfSections) {
  const Ring shape(27);
  CgnsWriter file;
  file.zone("Zone", shape.nodes(), 2);
  file.zone_family("fluid");
  file.section("blocks", CGNS_ENUMV(HEXA_27), 1, 2, joined(shape.element(0), shape.element(1)));
  file.section(
      "sides", CGNS_ENUMV(QUAD_4), 3, 6,
      joined(joined(shape.outside(0), shape.outside(1)), joined(shape.bottom(0), shape.bottom(1))));
  file.boundary("bc-1", CGNS_ENUMV(PointRange), {3, 4}, CGNS_ENUMV(FaceCenter), "shell");
  std::vector<cgsize_t> inner, ends, top;
  for (int k = 0; k <= 2; ++k)
    for (int i = 0; i <= 4; ++i) inner.push_back(shape.number(i, 2, k));
  for (int j = 0; j <= 2; ++j)
    for (int i = 0; i <= 4; ++i) top.push_back(shape.number(i, j, 2));
  for (const int i : {0, 4})
    for (int k = 0; k <= 2; ++k)
      for (int j = 0; j <= 2; ++j) ends.push_back(shape.number(i, j, k));
  file.boundary("inner", CGNS_ENUMV(PointList), inner);
  file.boundary("top", CGNS_ENUMV(PointList), top);
  file.boundary("ends", CGNS_ENUMV(PointList), ends);
  const HexMesh mesh = connect(read_raw_mesh(file.write()));
  EXPECT_EQ(mesh.volume_names, std::vector<std::string>{"fluid"});
  EXPECT_NEAR(size_of(mesh, "shell").area, pi, 2e-3);
  EXPECT_NEAR(size_of(mesh, "inner").area, pi / 2, 1e-3);
  EXPECT_NEAR(size_of(mesh, "sides").area, 0.75 * pi,
              3e-3);  // the bottom, which no condition lists
  EXPECT_NEAR(size_of(mesh, "ends").area, 2.0, 1e-12);
  EXPECT_EQ(mesh.boundary_names.size(), 5U);
}

TEST(CgnsReader, MixedSectionsHoldElementsAndSides) {
  const Ring shape(8);
  std::vector<cgsize_t> numbers, offsets{0};
  const auto add = [&](CGNS_ENUMT(ElementType_t) type, const std::vector<cgsize_t>& nodes) {
    numbers.push_back(type);
    numbers.insert(numbers.end(), nodes.begin(), nodes.end());
    offsets.push_back(static_cast<cgsize_t>(numbers.size()));
  };
  add(CGNS_ENUMV(QUAD_4), shape.outside(0));
  add(CGNS_ENUMV(HEXA_8), shape.element(0));
  add(CGNS_ENUMV(QUAD_4), shape.outside(1));
  add(CGNS_ENUMV(HEXA_8), shape.element(1));
  CgnsWriter file;
  file.zone("Zone", shape.nodes(), 4);
  file.polygons("all", CGNS_ENUMV(MIXED), 1, 4, numbers, offsets);
  file.boundary("outside", CGNS_ENUMV(PointList), {1, 3}, CGNS_ENUMV(FaceCenter));
  const RawMesh mesh = read_raw_mesh(file.write());
  EXPECT_EQ(mesh.n_elements(), 2);
  ASSERT_EQ(mesh.quads.size(), 2U);
  EXPECT_EQ(mesh.quads[1].label, 3);
}

/// The box (0, 2) x (0, 1) x (0, 1) as two zones of 2 x 3 x 2 and 3 x 2 x 2 cells, the second with
/// its i along -y and its j along x.
void add_two_zones(CgnsWriter& file) {
  file.structured_zone("left", {3, 4, 3},
                       [](double i, double j, double k) { return Point{i / 2, j / 3, k / 2}; });
  file.range("in", {1, 1, 1, 1, 4, 3});
  file.range("low", {1, 1, 1, 3, 1, 3}, CGNS_ENUMV(Vertex), "wall");
  file.range("high", {1, 4, 1, 2, 4, 2}, CGNS_ENUMV(JFaceCenter), "wall");
  file.range("back", {1, 1, 1, 3, 4, 1});
  file.range("front", {1, 1, 3, 3, 4, 3});
  file.join("to-right", "right", {3, 1, 1, 3, 4, 3}, {4, 1, 1, 1, 1, 3}, {2, -1, 3});
  file.structured_zone("right", {4, 3, 3}, [](double i, double j, double k) {
    return Point{1 + j / 2, 1 - i / 3, k / 2};
  });
  file.range("out", {1, 3, 1, 4, 3, 3});
  file.range("high", {1, 1, 1, 1, 3, 3}, CGNS_ENUMV(Vertex), "wall");
  file.range("low", {4, 1, 1, 4, 2, 2}, CGNS_ENUMV(IFaceCenter), "wall");
  file.range("back", {1, 1, 1, 4, 3, 1});
  file.range("front", {1, 1, 3, 4, 3, 3});
}

TEST(CgnsReader, StructuredZonesThatTouchAreJoined) {
  CgnsWriter file;
  add_two_zones(file);
  const HexMesh mesh = connect(read_raw_mesh(file.write()));
  EXPECT_EQ(mesh.n_elements, 24);
  EXPECT_EQ(mesh.n_vertices, 5 * 4 * 3);
  EXPECT_EQ(mesh.volume_names, (std::vector<std::string>{"left", "right"}));
  EXPECT_NEAR(measure_quality(mesh).volume, 2.0, 1e-13);
  EXPECT_NEAR(size_of(mesh, "wall").area, 4.0, 1e-13);
  EXPECT_NEAR(size_of(mesh, "in").area, 1.0, 1e-13);
  EXPECT_NEAR(size_of(mesh, "out").area, 1.0, 1e-13);
  EXPECT_EQ(size_of(mesh, "back").n_faces, 12);
}

TEST(CgnsReader, ConnectionsBetweenPlacesApartArePeriodic) {
  CgnsWriter file;
  // i along x, j along -z: the connection of the ends of x runs straight, that of z by its points.
  file.structured_zone("box", {4, 3, 3},
                       [](double i, double j, double k) { return Point{i, 2 - j, k}; });
  file.join("ends", "box", {4, 1, 1, 4, 3, 3}, {1, 1, 1, 1, 3, 3}, {1, 2, 3});
  file.join("ends-back", "box", {1, 1, 1, 1, 3, 3}, {4, 1, 1, 4, 3, 3}, {1, 2, 3});
  file.range("low", {1, 3, 1, 4, 3, 3});
  file.range("high", {1, 1, 1, 4, 1, 3});
  file.range("back", {1, 1, 1, 4, 3, 1});
  file.range("front", {1, 1, 3, 4, 3, 3});
  const RawMesh raw = read_raw_mesh(file.write());
  ASSERT_EQ(raw.periodic.size(), 1U);
  const HexMesh mesh = connect(raw);
  EXPECT_EQ(mesh.n_vertices, 3 * 3 * 3);
  EXPECT_NEAR(measure_quality(mesh).volume, 12.0, 1e-12);
}

TEST(CgnsReader, AZoneMayCloseUponItself) {
  CgnsWriter file;
  file.structured_zone("ring", {13, 3, 2}, [](double i, double j, double k) {
    return ring(-2 * pi * i / 12, 1 + j, k);
  });
  file.range("inside", {1, 1, 1, 13, 1, 2});
  file.range("outside", {1, 3, 1, 13, 3, 2});
  file.range("ends", {1, 1, 1, 13, 3, 1});
  file.range("lids", {1, 1, 2, 13, 3, 2});
  const HexMesh mesh = connect(read_raw_mesh(file.write()));
  EXPECT_EQ(mesh.n_vertices, 12 * 3 * 2);
  EXPECT_NEAR(measure_quality(mesh).volume, 12 * 0.5 * std::sin(pi / 6) * (9 - 1), 1e-12);
}

TEST(CgnsReader, UnstructuredZonesAreJoinedAndListsOfPointsPeriodic) {
  const Ring shape(8);
  CgnsWriter file;
  const auto nodes = [](double x) {
    std::vector<Point> all;
    for (int v = 0; v < 8; ++v) all.push_back({x + (v & 1), double((v >> 1) & 1), double(v >> 2)});
    return all;
  };
  const std::vector<cgsize_t> cell{1, 2, 4, 3, 5, 6, 8, 7};
  file.zone("a", nodes(0), 1);
  file.section("a", CGNS_ENUMV(HEXA_8), 1, 1, cell);
  file.boundary("wall", CGNS_ENUMV(PointList), {1, 2, 3, 4, 5, 6, 7, 8});
  file.list_join("over", "b", {1, 3, 5, 7}, {2, 4, 6, 8});
  file.zone("b", nodes(1), 1);
  file.section("b", CGNS_ENUMV(HEXA_8), 1, 1, cell);
  const RawMesh raw = read_raw_mesh(file.write());
  EXPECT_EQ(raw.points.size(), 12U);
  ASSERT_EQ(raw.periodic.size(), 1U);
  for (const auto& [from, to] : raw.periodic[0].master_of)
    EXPECT_EQ(
        raw.points[static_cast<std::size_t>(to)][0] - raw.points[static_cast<std::size_t>(from)][0],
        2.0);
}

TEST(CgnsReader, PlaneMeshesAreSlabs) {
  for (const bool is_structured : {false, true}) {
    CgnsWriter file(2, 2);
    if (is_structured) {
      file.structured_zone("zone", {3, 2, 1},
                           [](double i, double j, double) { return Point{i, j, 0}; });
      file.range("low", {1, 1, 2, 1}, CGNS_ENUMV(EdgeCenter));
      file.range("rest", {1, 2, 3, 2});
      file.range("left", {1, 1, 1, 2}, CGNS_ENUMV(Vertex), "rest");
      file.range("right", {3, 1, 3, 2}, CGNS_ENUMV(Vertex), "rest");
    } else {
      file.zone("zone", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}}, 2);
      file.section("area", CGNS_ENUMV(QUAD_4), 1, 2, {1, 2, 5, 4, 2, 3, 6, 5});
      file.section("low", CGNS_ENUMV(BAR_2), 3, 4, {1, 2, 2, 3});
      file.boundary("rest", CGNS_ENUMV(PointList), {1, 3, 4, 5, 6});
    }
    MeshChanges changes;
    changes.extrusion = Extrusion{.ticks = {0, 0.5, 3}, .periodic = true};
    const HexMesh mesh = connect(read_changed_mesh(file.write(), changes));
    EXPECT_EQ(mesh.n_elements, 4);
    EXPECT_NEAR(measure_quality(mesh).volume, 6.0, 1e-13);
    EXPECT_NEAR(size_of(mesh, "low").area, 6.0, 1e-13);
    EXPECT_NEAR(size_of(mesh, "rest").area, 12.0, 1e-13);
    EXPECT_NE(
        message_of<base::Error>([&] { read_changed_mesh(file.write(), {}); }).find("mesh.extrude"),
        std::string::npos);
  }
}

std::string refusal(CgnsWriter& file) {
  const std::string message = message_of<base::Error>([&] { read_raw_mesh(file.write()); });
  EXPECT_NE(message.find("mesh.cgns: "), std::string::npos) << message;
  return message;
}

void expect_refusal(CgnsWriter& file, const std::string& words) {
  const std::string message = refusal(file);
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

TEST(CgnsReader, NamesElementsThatAreNone) {
  const std::vector<Point> nodes{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  CgnsWriter tetrahedra;
  tetrahedra.zone("Zone", nodes, 1);
  tetrahedra.section("air", CGNS_ENUMV(TETRA_4), 1, 1, {1, 2, 3, 4});
  expect_refusal(tetrahedra,
                 "the zone 'Zone' has elements of type TETRA_4 (section 'air'), expected HEXA_8");
  CgnsWriter polyhedra;
  polyhedra.zone("Zone", nodes, 1);
  polyhedra.polygons("cells", CGNS_ENUMV(NFACE_n), 1, 1, {1, 2, 3, 4}, {0, 4});
  expect_refusal(polyhedra, "has elements of type NFACE_n (section 'cells'), expected HEXA_8");
  CgnsWriter empty;
  empty.zone("Zone", nodes, 1);
  expect_refusal(empty, "has no elements, expected hexahedra");
}

TEST(CgnsReader, NamesWhatIsWrong) {
  const Ring shape(8);
  CgnsWriter bases;
  bases.structured_zone("a", {2, 2, 2},
                        [](double i, double j, double k) { return Point{i, j, k}; });
  bases.add_base("Other");
  bases.structured_zone("b", {2, 2, 2},
                        [](double i, double j, double k) { return Point{i, j, k}; });
  expect_refusal(bases, "has several bases with zones ('Base', 'Other'), expected one");

  CgnsWriter side;
  side.zone("Zone", shape.nodes(), 2);
  side.section("blocks", CGNS_ENUMV(HEXA_8), 1, 2, joined(shape.element(0), shape.element(1)));
  side.boundary("shell", CGNS_ENUMV(PointList), {7}, CGNS_ENUMV(FaceCenter));
  expect_refusal(side, "has no surface element 7, which the boundary 'shell' lists");

  CgnsWriter node;
  node.zone("Zone", shape.nodes(), 1);
  node.section("blocks", CGNS_ENUMV(HEXA_8), 1, 1, {1, 2, 5, 4, 7, 8, 11, 77});
  expect_refusal(node, "has no node 77, which the section 'blocks' uses; expected 1 to 12");

  CgnsWriter small;
  small.structured_zone("a", {2, 2, 2},
                        [](double i, double j, double k) { return Point{i, j, k}; });
  small.range("far", {1, 1, 1, 5, 2, 1});
  expect_refusal(small, "is smaller than the boundary 'far', which reaches index 5");

  CgnsWriter apart;
  apart.zone("a", shape.nodes(), 2);
  apart.section("blocks", CGNS_ENUMV(HEXA_8), 1, 2, joined(shape.element(0), shape.element(1)));
  apart.list_join("slide", "a", {1}, {2}, CGNS_ENUMV(Abutting));
  expect_refusal(apart, "do not share their points (the connection 'slide')");
}

TEST(CgnsReader, CutFilesAreRefused) {
  const TemporaryFile file("cut.cgns", "@(#)ADF Database Version and no more");
  EXPECT_NE(message_of<base::Error>([&] { read_raw_mesh(file.path()); }).find("cut.cgns"),
            std::string::npos);
}

#endif

}  // namespace
}  // namespace lobatto::mesh
