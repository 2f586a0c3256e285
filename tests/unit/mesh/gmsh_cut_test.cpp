#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <sstream>
#include <vector>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "mesh/tools/smoothing.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

/// A place on a lattice of quarters of a cell.
using QuarterPlace = std::array<int, 3>;
using QuarterPlaces = std::vector<QuarterPlace>;
using CornerList = std::vector<int>;
using PlaceMap = std::function<std::array<double, 3>(double, double, double)>;

QuarterPlace middle_of(const QuarterPlaces& places, const CornerList& corners) {
  QuarterPlace sum{};
  for (const int corner : corners)
    for (std::size_t c = 0; c < 3; ++c) sum[c] += places[static_cast<std::size_t>(corner)][c];
  for (int& value : sum) value /= static_cast<int>(corners.size());
  return sum;
}

/// A kind of elements as Gmsh's manual orders their nodes: behind the corners those in the middle
/// of others. [order 1, order 2] and, with fewer nodes, order 2.
struct ShapeKind {
  std::array<int, 2> types{};
  std::vector<CornerList> middles;
};
const ShapeKind triangle{{2, 9}, {{0, 1}, {1, 2}, {0, 2}}};
const ShapeKind quadrilateral{{3, 16}, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}};
const ShapeKind tetrahedron{{4, 11}, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}}};
const ShapeKind pyramid{
    {7, 14}, {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 4}, {2, 3}, {2, 4}, {3, 4}, {0, 1, 2, 3}}};
const ShapeKind wedge{{6, 18},
                      {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}};
const ShapeKind hexahedron{{5, 17},
                           {{0, 1},
                            {0, 3},
                            {0, 4},
                            {1, 2},
                            {1, 5},
                            {2, 3},
                            {2, 6},
                            {3, 7},
                            {4, 5},
                            {4, 7},
                            {5, 6},
                            {6, 7}}};

enum class Fill { hexahedron, wedges, pyramids, tetrahedra };

/// A block of cells, each filled with elements of a kind, as a file of version 2.2. Its six faces
/// are boundaries.
class FilledBlock {
 public:
  FilledBlock(int n, int order, PlaceMap map) : n_(n), order_(order), map_(std::move(map)) {}

  std::string text(const std::function<Fill(const QuarterPlace&)>& fill,
                   const std::string& more = {}) {
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j)
        for (int i = 0; i < n_; ++i) add_cell({i, j, k}, fill({i, j, k}));
    std::ostringstream file;
    file.precision(17);
    file << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n7\n";
    for (int i = 0; i < 6; ++i)
      file << "2 " << i + 1 << " \"" << "xyz"[i / 2] << (i % 2 == 0 ? "_min" : "_max") << "\"\n";
    file << "3 7 \"fluid\"\n$EndPhysicalNames\n$Nodes\n" << labels_.size() << "\n";
    for (const auto& [place, label] : labels_) {
      file << label;
      for (const double x : map_(place[0] / 4.0, place[1] / 4.0, place[2] / 4.0)) file << " " << x;
      file << "\n";
    }
    file << "$EndNodes\n$Elements\n" << n_elements_ << "\n" << elements_.str() << "$EndElements\n";
    return file.str() + more;
  }

  int label_of(const QuarterPlace& place) {
    return labels_.try_emplace(place, static_cast<int>(labels_.size()) + 1).first->second;
  }
  [[nodiscard]] double volume_of_tetrahedra() const { return volume_; }

 private:
  void add_cell(const QuarterPlace& cell, Fill fill) {
    QuarterPlaces p;
    for (const auto& [x, y, z] :
         {QuarterPlace{0, 0, 0}, QuarterPlace{1, 0, 0}, QuarterPlace{1, 1, 0},
          QuarterPlace{0, 1, 0}, QuarterPlace{0, 0, 1}, QuarterPlace{1, 0, 1},
          QuarterPlace{1, 1, 1}, QuarterPlace{0, 1, 1}})
      p.push_back({4 * (cell[0] + x), 4 * (cell[1] + y), 4 * (cell[2] + z)});
    const auto some = [&](const CornerList& corners) {
      QuarterPlaces places;
      for (const int corner : corners) places.push_back(p[static_cast<std::size_t>(corner)]);
      return places;
    };
    if (fill == Fill::hexahedron) add(hexahedron, p);
    if (fill == Fill::wedges)
      for (const CornerList& half : {CornerList{0, 1, 2, 4, 5, 6}, CornerList{0, 2, 3, 4, 6, 7}})
        add(wedge, some(half));
    if (fill == Fill::tetrahedra)
      for (const CornerList& way :
           {CornerList{0, 1, 2, 6}, CornerList{0, 1, 5, 6}, CornerList{0, 3, 2, 6},
            CornerList{0, 3, 7, 6}, CornerList{0, 4, 5, 6}, CornerList{0, 4, 7, 6}})
        add(tetrahedron, some(way));
    for (int side = 0; side < 6; ++side) {
      constexpr int sides[6][4] = {{0, 3, 7, 4}, {1, 2, 6, 5}, {0, 1, 5, 4},
                                   {3, 2, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}};
      const auto& s = sides[side];
      QuarterPlaces quad = some({s[0], s[1], s[2], s[3]});
      const int at = side % 2 == 0 ? 0 : n_ - 1;
      if (cell[static_cast<std::size_t>(side / 2)] == at) add_side(quad, side, fill);
      if (fill != Fill::pyramids) continue;
      quad.push_back(middle_of(p, {0, 6}));
      add(pyramid, quad);
    }
  }

  /// Diagonals begin at the first corner, in all fills.
  void add_side(const QuarterPlaces& quad, int side, Fill fill) {
    if (fill == Fill::tetrahedra || (fill == Fill::wedges && side > 3))
      for (const CornerList& half : {CornerList{0, 1, 2}, CornerList{0, 2, 3}})
        add(triangle, {quad[half[0]], quad[half[1]], quad[half[2]]}, side + 1);
    else
      add(quadrilateral, quad, side + 1);
  }

  void add(const ShapeKind& kind, const QuarterPlaces& corners, int group = 7) {
    elements_ << ++n_elements_ << " " << kind.types[order_ - 1] << " 2 " << group << " " << group;
    for (const QuarterPlace& place : corners) elements_ << " " << label_of(place);
    if (order_ == 2)
      for (const CornerList& middle : kind.middles)
        elements_ << " " << label_of(middle_of(corners, middle));
    elements_ << "\n";
    if (&kind == &tetrahedron) add_volume(corners);
  }

  void add_volume(const QuarterPlaces& corners) {
    std::array<std::array<double, 3>, 4> x{};
    for (std::size_t i = 0; i < 4; ++i)
      x[i] = map_(corners[i][0] / 4.0, corners[i][1] / 4.0, corners[i][2] / 4.0);
    for (std::size_t i = 1; i < 4; ++i)
      for (std::size_t c = 0; c < 3; ++c) x[i][c] -= x[0][c];
    const auto& [o, a, b, c] = x;
    volume_ += std::abs(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                        a[2] * (b[0] * c[1] - b[1] * c[0])) /
               6.0;
  }

  int n_, order_;
  PlaceMap map_;
  std::map<QuarterPlace, int> labels_;
  std::ostringstream elements_;
  int n_elements_ = 0;
  double volume_ = 0.0;
};

struct CutMesh {
  RawMesh raw;
  CutReport report;
};

CutMesh cut_mesh(const std::string& text) {
  const TemporaryFile file("cut.msh", text);
  CutMesh mesh;
  mesh.raw = read_and_cut_mesh(file.path(), mesh.report);
  orient_alike(mesh.raw);
  return mesh;
}

std::array<double, 3> as_is(double x, double y, double z) { return {x, y, z}; }
/// A cube of n^3 with its inside shaken_place and its sides bent, of the volume of its tetrahedra.
std::array<double, 3> shaken_place(double x, double y, double z) {
  return {x + 0.1 * std::sin(5 * y + 7 * z), y + 0.1 * std::sin(3 * x + 5 * z),
          z + 0.1 * std::sin(9 * x + 2 * y)};
}
/// Of volume 1 for the unit cube, and of order 2: a shear after a shear.
std::array<double, 3> sheared_place(double x, double y, double z) {
  return {x + 0.2 * y * y, y, z + 0.1 * x * x - 0.1 * x * y};
}

TEST(GmshCut, ATetrahedronBecomesFourHexahedraOfItsVolume) {
  FilledBlock block(2, 1, shaken_place);
  const auto mesh = cut_mesh(block.text([](const QuarterPlace&) { return Fill::tetrahedra; }));
  EXPECT_EQ(mesh.report.n_cells, (std::map<std::string, long long>{{"tetrahedra", 48}}));
  EXPECT_EQ(mesh.report.n_pieces, 4 * 48);
  const HexMesh connected = connect(mesh.raw);
  EXPECT_EQ(connected.n_elements, 4 * 48);
  const MeshQuality quality = measure_quality(connected);
  EXPECT_NEAR(quality.volume, block.volume_of_tetrahedra(), 1e-12 * block.volume_of_tetrahedra());
  EXPECT_GT(quality.scaled_jacobian.value, 0.0);
  EXPECT_NEAR(scaled_jacobians(mesh.raw).smallest, quality.scaled_jacobian.value, 1e-13);
  // A sixth of the tetrahedron at each of its corners.
  FilledBlock one(1, 1, as_is);
  for (const auto& size : measure_boundaries(
           connect(cut_mesh(one.text([](const QuarterPlace&) { return Fill::tetrahedra; })).raw))) {
    EXPECT_EQ(size.n_faces, 6);
    EXPECT_NEAR(size.area, 1.0, 1e-13);
  }
}

struct Filling {
  std::function<Fill(const QuarterPlace&)> fill;
  long long n_pieces = 0;
};

/// In a block of two cells in each direction. No hexahedron is cut that no triangle reaches.
const std::vector<Filling>& fillings() {
  static const std::vector<Filling> list{
      {[](const QuarterPlace&) { return Fill::hexahedron; }, 8},
      {[](const QuarterPlace&) { return Fill::wedges; }, 8 * 2 * 3},
      // A column of wedges cuts the hexahedra beside it in x or y, and not that in the other
      // corner.
      {[](const QuarterPlace& c) { return c[0] + c[1] == 0 ? Fill::wedges : Fill::hexahedron; },
       2 * 6 + 2 * (2 + 2 + 1)},
      {[](const QuarterPlace&) { return Fill::tetrahedra; }, 8 * 24},
      // Each pyramid into two tetrahedra, what hangs together with one into six of a cell.
      {[](const QuarterPlace&) { return Fill::pyramids; }, 8 * 6 * 2 * 4},
      {[](const QuarterPlace& c) { return c[2] == 0 ? Fill::pyramids : Fill::hexahedron; },
       4 * 12 * 4 + 4 * 6 * 4},
      {[](const QuarterPlace& c) { return c[0] == 0 ? Fill::pyramids : Fill::wedges; },
       4 * 12 * 4 + 4 * 6 * 4}};
  return list;
}

TEST(GmshCut, NeighboursOfEveryShapeMeet) {
  for (std::size_t i = 0; i < fillings().size(); ++i) {
    for (const int order : {1, 2}) {
      SCOPED_TRACE(fmt::format("filling {}, order {}", i, order));
      const auto unit = [](double x, double y, double z) { return as_is(x / 2, y / 2, z / 2); };
      const auto mesh = cut_mesh(FilledBlock(2, order, unit).text(fillings()[i].fill));
      EXPECT_EQ(mesh.report.n_pieces, fillings()[i].n_pieces);
      const HexMesh connected = connect(mesh.raw);
      EXPECT_NEAR(measure_quality(connected).volume, 1.0, 1e-12);
      EXPECT_GT(measure_quality(connected).scaled_jacobian.value, 0.0);
      ASSERT_EQ(connected.boundary_names.size(), 6u);
      for (const auto& size : measure_boundaries(connected)) EXPECT_NEAR(size.area, 1.0, 1e-12);
    }
  }
}

TEST(GmshCut, CellsOfSecondOrderKeepTheirGeometry) {
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    const auto bent = [](double x, double y, double z) {
      return sheared_place(x / 2, y / 2, z / 2);
    };
    const auto mesh = cut_mesh(FilledBlock(2, 2, bent).text(fillings()[i].fill));
    EXPECT_EQ(mesh.raw.geometry_order, 2);
    EXPECT_NEAR(measure_quality(connect(mesh.raw)).volume, 1.0, 1e-12);
    // Lines within lie where the map puts them: those with x = y = 1/2 have x' = 0.55.
    const auto& points = mesh.raw.points;
    EXPECT_TRUE(std::ranges::any_of(points, [](const auto& x) {
      return std::abs(x[0] - 0.55) + std::abs(x[1] - 0.5) + std::abs(x[2] - 0.5) < 1e-13;
    }));
  }
}

TEST(GmshCut, PeriodicPairsAreCompleted) {
  FilledBlock block(2, 1, as_is);
  std::ostringstream pairs;
  pairs << "$Periodic\n1\n2 2 1\n9\n";
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      pairs << block.label_of({8, 4 * j, 4 * k}) << " " << block.label_of({0, 4 * j, 4 * k})
            << "\n";
  pairs << "$EndPeriodic\n";
  const auto mesh =
      cut_mesh(block.text([](const QuarterPlace&) { return Fill::tetrahedra; }, pairs.str()));
  const auto sizes = measure_periodic(mesh.raw);
  ASSERT_EQ(sizes.size(), 1u);
  EXPECT_EQ(sizes[0].n_faces, 4 * 2 * 3);
  EXPECT_EQ(connect(mesh.raw).boundary_names.size(), 4u);
}

TEST(GmshCut, TrianglesOfAPlaneBecomeQuadrilaterals) {
  // One of them runs the other way round.
  const auto mesh = cut_mesh(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0.5\n2 1 0 0.5\n3 1 1 0.5\n4 0 1 "
      "0.5\n$EndNodes\n$Elements\n6\n1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n3 1 2 1 1 3 4\n4 1 2 1 1 4 "
      "1\n5 2 2 2 1 1 2 3\n6 2 2 2 1 1 4 3\n$EndElements\n");
  EXPECT_EQ(mesh.raw.dimension, 2);
  EXPECT_EQ(mesh.raw.n_elements(), 6);
  for (const auto& corners : mesh.raw.corners)
    for (std::size_t v = 0; v < 8; ++v) EXPECT_EQ(mesh.raw.points[corners[v]][2], v / 4);
  RawMesh slab = mesh.raw;
  extrude(slab, {.ticks = {0.0, 1.0}, .periodic = true});
  const HexMesh connected = connect(slab);
  EXPECT_NEAR(measure_quality(connected).volume, 1.0, 1e-13);
  EXPECT_EQ(measure_boundaries(connected).at(0).n_faces, 8);
}

TEST(GmshCut, RefusesCellsOfHighOrder) {
  const std::string cubic =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n5 29 2 1 "
      "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n$EndElements\n";
  const auto message = message_of<base::Error>([&] { cut_mesh(cubic); });
  EXPECT_NE(message.find("element 5 is a tetrahedron of 20 nodes"), std::string::npos) << message;
  EXPECT_NE(message.find("-order 2"), std::string::npos) << message;
}

TEST(GmshCut, ReadersNameTheCommand) {
  const TemporaryFile file("part.msh", FilledBlock(1, 1, as_is).text([](const QuarterPlace&) {
    return Fill::tetrahedra;
  }));
  const auto message = message_of<base::Error>([&] { read_raw_mesh(file.path()); });
  EXPECT_NE(message.find("part.msh --hexahedra -o "), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::mesh
