#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "base/error.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

/// A quarter of a ring between radii 1 and 2, in n elements around, as Gmsh writes it in version
/// 2.2: physical curves of the inside and the outside, straight ones at the two ends.
std::string quarter_ring(int n, bool is_quadratic, const std::string& more = {}) {
  const int per = is_quadratic ? 2 : 1, n_around = per * n + 1, n_across = per + 1;
  std::ostringstream file, cells;
  file.precision(17);
  file << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n1 1 \"inside\"\n1 2 "
          "\"outside\"\n1 3 \"end\"\n2 4 \"fluid\"\n$EndPhysicalNames\n$Nodes\n"
       << n_around * n_across << "\n";
  const auto label = [&](int i, int j) { return i * n_across + j + 1; };
  for (int i = 0; i < n_around; ++i)
    for (int j = 0; j < n_across; ++j) {
      const double angle = pi / 2 * i / (n_around - 1), radius = 1.0 + 1.0 * j / (n_across - 1);
      file << label(i, j) << " " << radius * std::cos(angle) << " " << radius * std::sin(angle)
           << " 0.25\n";
    }
  int n_cells = 0;
  const auto line = [&](int physical, int a, int b, int middle) {
    cells << ++n_cells << (is_quadratic ? " 8" : " 1") << " 2 " << physical << " " << physical
          << " " << a << " " << b;
    if (is_quadratic) cells << " " << middle;
    cells << "\n";
  };
  for (int e = 0; e < n; ++e) {
    const int i = per * e, k = i + per, m = i + per / 2, c = per / 2;
    line(1, label(i, 0), label(k, 0), label(m, 0));
    line(2, label(i, per), label(k, per), label(m, per));
    cells << ++n_cells << (is_quadratic ? " 10" : " 3") << " 2 4 1 " << label(i, 0) << " "
          << label(i, per) << " " << label(k, per) << " " << label(k, 0);
    if (is_quadratic)
      cells << " " << label(i, c) << " " << label(m, per) << " " << label(k, c) << " "
            << label(m, 0) << " " << label(m, c);
    cells << "\n";
  }
  line(3, label(0, 0), label(0, per), label(0, per / 2));
  line(3, label(n_around - 1, 0), label(n_around - 1, per), label(n_around - 1, per / 2));
  file << "$EndNodes\n$Elements\n"
       << n_cells + (more.empty() ? 0 : 1) << "\n"
       << cells.str() << more << "$EndElements\n";
  return file.str();
}

HexMesh read_plane_gmsh(const std::string& text, const MeshChanges& changes) {
  const TemporaryFile file("plane.msh", text);
  return connect(read_changed_mesh(file.path(), changes));
}

TEST(GmshPlane, QuadrilateralsBecomeLayersOfHexahedra) {
  const MeshChanges changes{.extrusion = Extrusion{.ticks = {0, 2, 3}, .upper = "end"}};
  const HexMesh straight = read_plane_gmsh(quarter_ring(8, false), changes);
  EXPECT_EQ(straight.n_elements, 16);
  EXPECT_EQ(straight.geometry_order, 1);
  EXPECT_EQ(straight.volume_names, (std::vector<std::string>{"fluid"}));
  EXPECT_EQ(straight.boundary_names,
            (std::vector<std::string>{"inside", "outside", "end", "z_min"}));
  // Sixteen triangles of sine pi/16 between the radii, of two sizes.
  EXPECT_NEAR(measure_quality(straight).volume, 3 * 8 * 0.5 * std::sin(pi / 16) * (4 - 1), 1e-12);
  const HexMesh curved = read_plane_gmsh(quarter_ring(8, true), changes);
  EXPECT_EQ(curved.geometry_order, 2);
  EXPECT_NEAR(measure_quality(curved).volume, 3 * 0.75 * pi, 1e-4);
  expect_ids_match_places(curved, 2);
}

TEST(GmshPlane, NeedsQuadrilateralsOfOneKind) {
  const MeshChanges changes{.extrusion = Extrusion{.ticks = {0, 1}}};
  const auto refusal = [&](const std::string& more) {
    return message_of<base::Error>([&] { read_plane_gmsh(quarter_ring(2, true, more), changes); });
  };
  EXPECT_NE(refusal("99 2 2 4 1 1 2 3\n").find("triangles"), std::string::npos);
  EXPECT_NE(refusal("99 3 2 4 1 1 2 3 4\n").find("of one kind"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::mesh
