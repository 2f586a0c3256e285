#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <sstream>
#include <utility>

#include "mesh/connectivity.hpp"
#include "mesh/formats/gmsh_cells.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/point.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "poly/quadrature.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;
using LatticePlace = std::array<int, 3>;

constexpr int hexahedra[] = {5, 12, 92, 93, 94, 95, 96, 97, 98};
constexpr int hexahedra_of_lines[] = {17, 99, 100, 101, 102, 103, 104, 105};
constexpr int quadrilaterals[] = {3, 10, 36, 37, 38, 47, 48, 49, 50, 51};
constexpr int quadrilaterals_of_lines[] = {16, 39, 40, 41, 57, 58, 59, 60, 61};

/// Places of the nodes of types 92 and 37, as Gmsh itself tells them (getElementProperties).
const std::vector<LatticePlace> hexahedron_of_64{
    {0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 0, 3}, {3, 0, 3}, {3, 3, 3}, {0, 3, 3},
    {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 0, 2}, {3, 1, 0}, {3, 2, 0},
    {3, 0, 1}, {3, 0, 2}, {2, 3, 0}, {1, 3, 0}, {3, 3, 1}, {3, 3, 2}, {0, 3, 1}, {0, 3, 2},
    {1, 0, 3}, {2, 0, 3}, {0, 1, 3}, {0, 2, 3}, {3, 1, 3}, {3, 2, 3}, {2, 3, 3}, {1, 3, 3},
    {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}, {1, 0, 1}, {2, 0, 1}, {2, 0, 2}, {1, 0, 2},
    {0, 1, 1}, {0, 1, 2}, {0, 2, 2}, {0, 2, 1}, {3, 1, 1}, {3, 2, 1}, {3, 2, 2}, {3, 1, 2},
    {2, 3, 1}, {1, 3, 1}, {1, 3, 2}, {2, 3, 2}, {1, 1, 3}, {2, 1, 3}, {2, 2, 3}, {1, 2, 3},
    {1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}, {1, 1, 2}, {2, 1, 2}, {2, 2, 2}, {1, 2, 2}};
const std::vector<LatticePlace> quadrilateral_of_25{
    {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0},
    {4, 1, 0}, {4, 2, 0}, {4, 3, 0}, {3, 4, 0}, {2, 4, 0}, {1, 4, 0}, {0, 3, 0},
    {0, 2, 0}, {0, 1, 0}, {1, 1, 0}, {3, 1, 0}, {3, 3, 0}, {1, 3, 0}, {2, 1, 0},
    {3, 2, 0}, {2, 3, 0}, {1, 2, 0}, {2, 2, 0}};

TEST(GmshHighOrder, NodesAreNumberedAsByGmsh) {
  EXPECT_EQ(gmsh_lattice(*gmsh_cell_type(92)), hexahedron_of_64);
  EXPECT_EQ(gmsh_lattice(*gmsh_cell_type(37)), quadrilateral_of_25);
}

TEST(GmshHighOrder, EachNodeHasAPlaceOfItsOwn) {
  for (int type = 1; type < 130; ++type) {
    if (!is_hexahedron(type) && !is_quadrilateral(type)) continue;
    SCOPED_TRACE(type);
    const auto lattice = gmsh_lattice(*gmsh_cell_type(type));
    EXPECT_EQ(lattice.size(), std::size_t(gmsh_cell_type(type)->n_nodes));
    EXPECT_EQ(std::set<LatticePlace>(lattice.begin(), lattice.end()).size(), lattice.size());
    const int inside = gmsh_cell_type(type)->order / 2;
    const bool has_middle = std::ranges::count(lattice, LatticePlace{inside, inside, inside}) > 0;
    if (is_hexahedron(type) && inside > 0) {
      EXPECT_EQ(has_middle, gmsh_cell_type(type)->is_complete());
    }
  }
}

using Map = std::function<Point(double, double, double)>;

/// A row of n elements of one type on [0, 1]^3, or on [0, 1]^2, mapped; in version 2.2. The sides
/// at y = 1 are the group 2, the other ones 1.
class Row {
 public:
  Row(int type, int n, const Map& map)
      : cell_(*gmsh_cell_type(type)), n_(n), is_plane_(cell_.dimension == 2), map_(map) {}

  std::string text() {
    for (int e = 0; e < n_; ++e) {
      add_cell(
          cell_,
          [&](const LatticePlace& at) { return LatticePlace{at[0] + e * g(), at[1], at[2]}; }, 1);
      for (const int y : {0, g()})
        add_side([&](int i, int k) { return LatticePlace{i + e * g(), y, k}; }, y == 0 ? 1 : 2);
      if (is_plane_) continue;
      for (const int z : {0, g()})
        add_side([&](int i, int k) { return LatticePlace{i + e * g(), k, z}; }, 1);
    }
    for (const int x : {0, n_ * g()})
      add_side([&](int i, int k) { return LatticePlace{x, i, k}; }, 1);
    std::ostringstream file;
    file << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n"
         << n_nodes() << "\n"
         << nodes() << "$EndNodes\n$Elements\n"
         << n_cells_ << "\n"
         << cells_.str() << "$EndElements\n";
    return file.str();
  }

 private:
  [[nodiscard]] int g() const { return cell_.order; }
  [[nodiscard]] int n_z() const { return is_plane_ ? 1 : g() + 1; }
  [[nodiscard]] int n_nodes() const { return (n_ * g() + 1) * (g() + 1) * n_z(); }
  [[nodiscard]] int label(const LatticePlace& at) const {
    return 1 + (at[2] * (g() + 1) + at[1]) * (n_ * g() + 1) + at[0];
  }

  std::string nodes() const {
    std::ostringstream text;
    text.precision(17);
    for (int k = 0; k < n_z(); ++k)
      for (int j = 0; j <= g(); ++j)
        for (int i = 0; i <= n_ * g(); ++i) {
          const Point x = map_(double(i) / (n_ * g()), double(j) / g(), double(k) / g());
          text << label({i, j, k}) << " " << x[0] << " " << x[1] << " " << x[2] << "\n";
        }
    return text.str();
  }

  template <class PlaceOf>
  void add_cell(const GmshCellType& type, const PlaceOf& place, int group) {
    cells_ << ++n_cells_ << " " << type.type << " 2 " << group << " " << group;
    for (const LatticePlace& at : gmsh_lattice(type)) cells_ << " " << label(place(at));
    cells_ << "\n";
  }

  template <class PlaceOf>
  void add_side(const PlaceOf& place, int group) {
    if (!is_plane_)
      return add_cell(
          *complete_gmsh_type(2, g()), [&](const LatticePlace& at) { return place(at[0], at[1]); },
          group);
    cells_ << ++n_cells_ << " " << complete_gmsh_type(1, g())->type << " 2 " << group << " "
           << group << " " << label(place(0, 0)) << " " << label(place(g(), 0));
    for (int i = 1; i < g(); ++i) cells_ << " " << label(place(i, 0));
    cells_ << "\n";
  }

  GmshCellType cell_;
  int n_;
  bool is_plane_;
  Map map_;
  std::ostringstream cells_;
  int n_cells_ = 0;
};

RawMesh read_row(int type, int n, const Map& map) {
  const TemporaryFile file("row.msh", Row(type, n, map).text());
  MeshChanges changes;
  if (gmsh_cell_type(type)->dimension == 2) changes.extrusion = Extrusion{.ticks = {0, 1}};
  return read_changed_mesh(file.path(), changes);
}

/// A quarter of a ring between radii 1 and 2; for plane rows z = 0.
Point ring(double x, double y, double z) {
  const double angle = 0.5 * pi * x;
  return {(1 + y) * std::cos(angle), (1 + y) * std::sin(angle), z};
}

struct Errors {
  double volume = 0.0, area = 0.0;
};

Errors errors_of_ring(int type, int n) {
  const HexMesh mesh = connect(read_row(type, n, ring));
  EXPECT_EQ(mesh.n_elements, n);
  const auto outside =
      std::ranges::find(mesh.boundary_names, "boundary-2") - mesh.boundary_names.begin();
  return {std::abs(measure_quality(mesh).volume - 0.75 * pi),
          std::abs(measure_boundaries(mesh).at(outside).area - pi)};
}

/// Interpolation of order g misses an arc of angle h by O(h^(g + 1)), which for even g is odd about
/// the middle and leaves O(h^(g + 2)) of the volume.
void expect_rate(int type) {
  SCOPED_TRACE(type);
  const int g = gmsh_cell_type(type)->order;
  const int rate = g % 2 == 0 ? g + 2 : g + 1;
  const Errors coarse = errors_of_ring(type, 1), fine = errors_of_ring(type, 2);
  constexpr double round_off = 3e-13;
  if (fine.volume > round_off) {
    EXPECT_GT(std::log2(coarse.volume / fine.volume), rate - 0.5);
  }
  if (fine.area > round_off) {
    EXPECT_GT(std::log2(coarse.area / fine.area), rate - 0.5);
  }
  EXPECT_LT(fine.volume, 1.2 * std::pow(0.2, g));
  EXPECT_LT(fine.area, 1.2 * std::pow(0.2, g));
}

TEST(GmshHighOrder, VolumeAndAreaOfARingConvergeWithTheOrder) {
  for (const int type : hexahedra) expect_rate(type);
  for (const int type : quadrilaterals) expect_rate(type);
}

TEST(GmshHighOrder, ElementsOfLinesAreTheSameWhereLinesSayAll) {
  const auto expect_same = [](int type, int complete) {
    SCOPED_TRACE(type);
    const RawMesh mesh = read_row(type, 2, ring), expected = read_row(complete, 2, ring);
    ASSERT_EQ(mesh.coordinates.size(), expected.coordinates.size());
    for (std::size_t i = 0; i < mesh.coordinates.size(); ++i)
      ASSERT_NEAR(mesh.coordinates[i], expected.coordinates[i], 2e-12);
  };
  for (const int type : hexahedra_of_lines)
    expect_same(type, complete_gmsh_type(3, gmsh_cell_type(type)->order)->type);
  for (const int type : quadrilaterals_of_lines)
    expect_same(type, complete_gmsh_type(2, gmsh_cell_type(type)->order)->type);
}

TEST(GmshHighOrder, PolynomialsOfTheOrderAreExact) {
  for (const int type : hexahedra) {
    SCOPED_TRACE(type);
    const int g = gmsh_cell_type(type)->order, n = g + 1;
    const Map map = [&](double x, double y, double z) {
      return Point{x + 0.1 * std::pow(y, g) * z, y + 0.1 * std::pow(x * z, g),
                   z - 0.1 * std::pow(x, g) * y};
    };
    const RawMesh mesh = read_row(type, 1, map);
    const auto gll = poly::gauss_lobatto_legendre(n).nodes;
    const auto at = [&](int i) { return 0.5 * (1 + gll[i]); };
    for (int node = 0; node < n * n * n; ++node) {
      const Point x = map(at(node % n), at(node / n % n), at(node / n / n));
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(mesh.coordinates[c * n * n * n + node], x[c], 1e-12) << node;
    }
  }
}

TEST(GmshHighOrder, ReadsWhatGmshWrites) {
  const std::filesystem::path folder = std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh";
  // Volumes as Gmsh integrates them itself (getJacobians); eight cubics are the circle.
  const std::pair<const char*, double> files[] = {{"pipe-64.msh", 6.285372291224437},
                                                  {"pipe-32.msh", 6.285356576883964}};
  for (const auto& [name, volume] : files) {
    SCOPED_TRACE(name);
    const HexMesh mesh = connect(read_raw_mesh(folder / name));
    EXPECT_EQ(mesh.geometry_order, 3);
    EXPECT_EQ(mesh.n_elements, 24);
    EXPECT_NEAR(measure_quality(mesh).volume, volume, 1e-12);
    EXPECT_NEAR(measure_boundaries(mesh)[0].area, pi, 4e-4);
    EXPECT_GT(measure_quality(mesh).scaled_jacobian.value, 0.5);
  }
}

}  // namespace
}  // namespace lobatto::mesh
