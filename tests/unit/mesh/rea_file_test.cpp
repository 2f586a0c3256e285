#include <gtest/gtest.h>

#include <cstdio>
#include <numbers>
#include <set>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "re2_meshes.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

/// Writes the parts of a .rea file that make a mesh, in the columns that Nek5000 reads.
class ReaWriter {
 public:
  explicit ReaWriter(const Re2Mesh& mesh) : mesh_(mesh) {}

  std::string write() {
    text_ = " ****** PARAMETERS *****\n    2.610000     NEKTON VERSION\n  0 PARAMETERS FOLLOW\n";
    text_ += "  ***** MESH DATA *****\n";
    const int n = n_elements();
    line(" %d %d %d NEL,NDIM,NELV", n, mesh_.dimension, n - mesh_.n_solid);
    for (int e = 0; e < n; ++e) element(e);
    text_ += "  ***** CURVED SIDE DATA *****\n";
    line(" %d Curved sides follow", static_cast<int>(mesh_.curves.size()));
    for (const Re2Side& side : mesh_.curves) {
      line(n < 1000 ? "%3d%3d" : "%2d%6d", side.side, side.element);
      text_.pop_back();
      values(side);
      text_ += " " + side.letters + "\n";
    }
    text_ += "  ***** BOUNDARY CONDITIONS *****\n";
    conditions("FLUID  ", mesh_.conditions, n - mesh_.n_solid);
    if (mesh_.of_scalars.empty()) text_ += "  ***** NO THERMAL BOUNDARY CONDITIONS *****\n";
    for (const auto& list : mesh_.of_scalars) conditions("THERMAL", list, n);
    text_ += "    0 PRESOLVE/RESTART OPTIONS  *****\n";
    return text_;
  }

 private:
  [[nodiscard]] int n_elements() const { return static_cast<int>(mesh_.elements.size()); }

  template <class... Arguments>
  void line(const char* form, Arguments... arguments) {
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, form, arguments...);
    text_ += buffer + std::string("\n");
  }

  void element(int e) {
    line("      ELEMENT %d [    1a]    GROUP     0", e + 1);
    const auto& x = mesh_.elements[static_cast<std::size_t>(e)];
    for (int first = 0; first < (mesh_.dimension == 2 ? 4 : 8); first += 4)
      for (int c = 0; c < mesh_.dimension; ++c)
        line(" %.15g %.15g %.15g %.15g", x[first][c], x[first + 1][c], x[first + 2][c],
             x[first + 3][c]);
  }

  void values(const Re2Side& side) {
    for (const double value : side.values) {
      char buffer[40];
      std::snprintf(buffer, sizeof buffer, "%14.6E", value);
      text_ += buffer;
    }
  }

  void conditions(const char* field, const std::vector<Re2Side>& list, int n) {
    line("  ***** %s BOUNDARY CONDITIONS *****", field);
    for (int e = 1; e <= n; ++e) {
      for (int face = 1; face <= 2 * mesh_.dimension; ++face) {
        Re2Side here{e, face, "E", {}};
        for (const Re2Side& side : list)
          if (side.element == e && side.side == face) here = side;
        line(n_elements() < 1000 ? " %-3s%3d%3d" : " %-3s%5d%1d", here.letters.c_str(), e, face);
        text_.pop_back();
        values(here);
        text_ += "\n";
      }
    }
  }

  const Re2Mesh& mesh_;
  std::string text_;
};

RawMesh read_rea_text(const std::string& text, const MeshChanges& changes = {}) {
  const TemporaryFile file("test.rea", text);
  return read_changed_mesh(file.path(), changes);
}

void expect_same_meshes(const RawMesh& mesh, const RawMesh& other) {
  EXPECT_EQ(mesh.corners, other.corners);
  // Conditions stand in another order.
  EXPECT_EQ(std::set(mesh.boundary_names.begin(), mesh.boundary_names.end()),
            std::set(other.boundary_names.begin(), other.boundary_names.end()));
  EXPECT_EQ(mesh.volumes, other.volumes);
  EXPECT_EQ(mesh.quads.size(), other.quads.size());
  EXPECT_EQ(mesh.periodic.size(), other.periodic.size());
  ASSERT_EQ(mesh.coordinates.size(), other.coordinates.size());
  for (std::size_t i = 0; i < mesh.coordinates.size(); ++i)
    EXPECT_NEAR(mesh.coordinates[i], other.coordinates[i], 1e-14);
}

const MeshChanges rea_layers{.extrusion = Extrusion{.ticks = {0, 1, 3}}};

TEST(ReaFile, HoldsWhatTheSameMeshHoldsAsRe2) {
  for (const Re2Mesh& mesh : {channel(3, 2), pipe(2), plane_disc(), plane_with_solid()}) {
    const MeshChanges changes = mesh.dimension == 2 ? rea_layers : MeshChanges{};
    const RawMesh of_text = read_rea_text(ReaWriter(mesh).write(), changes);
    const TemporaryFile binary("test.re2", Re2Writer({}).write(mesh));
    expect_same_meshes(of_text, read_changed_mesh(binary.path(), changes));
  }
}

TEST(ReaFile, NumbersOfManyElementsTakeOtherColumns) {
  // A plane channel of 1200 elements along x: numbers of elements and sides touch.
  Re2Mesh mesh;
  mesh.dimension = 2;
  for (int e = 1; e <= 1200; ++e) {
    mesh.elements.push_back(box({e - 1.0, 0, 0}, {1.0 * e, 1, 1}));
    mesh.conditions.push_back({e, 1, "W", {}});
    mesh.conditions.push_back({e, 3, "SYM", {}});
  }
  mesh.conditions.push_back({1, 4, "P", {1200, 2}});
  mesh.conditions.push_back({1200, 2, "P", {1, 4}});
  mesh.curves.push_back({1200, 3, "m", {1199.5, 1.1, 0}});
  const HexMesh whole = connect(read_rea_text(ReaWriter(mesh).write(), rea_layers));
  EXPECT_EQ(whole.n_elements, 2400);
  EXPECT_EQ(whole.n_vertices, 1200 * 2 * 3);
  // The parabola adds 2/3 of its height of 0.1.
  EXPECT_NEAR(measure_quality(whole).volume, 3 * (1200 + 2.0 / 3 * 0.1), 1e-7);
}

TEST(ReaFile, ConditionsOfAScalarServeWhereThereIsNoFlow) {
  Re2Mesh mesh = plane_disc();
  for (Re2Side& side : mesh.conditions) side.letters = "t";
  std::string text = ReaWriter(mesh).write();
  const std::string title = "***** FLUID   BOUNDARY";
  text.replace(text.find(title), title.size(),
               "***** NO FLUID   BOUNDARY CONDITIONS *****\n"
               "  ***** THERMAL BOUNDARY");
  EXPECT_EQ(connect(read_rea_text(text, rea_layers)).boundary_names.front(), "t");
}

TEST(ReaFile, NamesWhatIsWrong) {
  const std::string good = ReaWriter(channel(2, 1)).write();
  const auto refusal = [](const std::string& text) {
    return message_of<base::Error>([&] { read_rea_text(text); });
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return refusal(text);
  };
  EXPECT_NE(changed(" 2 3 2 NEL", " 2 4 2 NEL").find("dimensions (2 or 3)"), std::string::npos);
  EXPECT_NE(changed(" 2 3 2 NEL", " 3 3 3 NEL").find("coordinate of a corner of element 3"),
            std::string::npos);
  EXPECT_NE(changed(" 2 3 2 NEL", " 0 PRESOLVE").find("mesh.file = \"test.re2\""),
            std::string::npos);
  EXPECT_NE(changed(" 2 3 2 NEL", "-2 3 2 NEL").find("mesh.file = \"test.re2\""),
            std::string::npos);
  EXPECT_NE(changed("0.3 0.3 0\n", "0.3 x 0\n").find("found 'x'"), std::string::npos);
  EXPECT_NE(refusal(good.substr(0, good.find("NEL"))).find("test.rea:5: "), std::string::npos);
  EXPECT_NE(refusal(good.substr(0, good.size() - 300)).find("condition of a side"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::mesh
