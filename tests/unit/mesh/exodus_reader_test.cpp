#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "netcdf_writer.hpp"
#include "raw_meshes.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

#ifdef LOBATTO_NETCDF
constexpr bool has_exodus = true;
#else
constexpr bool has_exodus = false;
#endif
using LatticePlace = std::array<int, 3>;

/// Places of the 27 nodes as the manual of Exodus II draws them, between 0 and 2.
constexpr LatticePlace places[27] = {
    {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
    {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 1},
    {2, 2, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2}, {1, 1, 1},
    {1, 1, 0}, {1, 1, 2}, {0, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2, 1}};

/// Two elements in a row along the angle of a quarter of a ring, each in a block of its own.
struct RingMesh {
  int n_nodes = 27;
  std::string type = "HEX27";
  std::vector<std::string> block_names{"fluid", "solid"};
  std::vector<std::string> set_names{"inside", "", "interface"};
  int dimension = 3;

  [[nodiscard]] static int label(const LatticePlace& at) {
    return 1 + at[0] + 5 * (at[1] + 3 * at[2]);
  }

  [[nodiscard]] std::string write() const {
    NetcdfWriter file;
    const std::size_t n = 45;
    file.dimension("len_name", 33);
    file.dimension("num_dim", static_cast<std::size_t>(dimension));
    file.dimension("num_nodes", n);
    file.dimension("num_el_blk", 2);
    file.dimension("num_side_sets", 3);
    for (const auto* number : {"1", "2"}) {
      file.dimension(std::string("num_el_in_blk") + number, 1);
      file.dimension(std::string("num_nod_per_el") + number, static_cast<std::size_t>(n_nodes));
    }
    file.dimension("num_side_ss1", 2);
    file.dimension("num_side_ss2", 8);
    file.dimension("num_side_ss3", 2);
    put_nodes(file);
    file.texts("eb_names", {"num_el_blk", "len_name"}, block_names);
    for (int e = 0; e < 2; ++e) {
      const std::string number(1, static_cast<char>('1' + e));
      std::vector<int> nodes;
      for (int i = 0; i < n_nodes; ++i)
        nodes.push_back(label({places[i][0] + 2 * e, places[i][1], places[i][2]}));
      file.integers("connect" + number, {"num_el_in_blk" + number, "num_nod_per_el" + number},
                    nodes);
      file.attribute("elem_type", type);
    }
    file.integers("ss_prop1", {"num_side_sets"}, {10, 27, 30});
    file.texts("ss_names", {"num_side_sets", "len_name"}, set_names);
    put_set(file, "1", {1, 2}, {1, 1});
    put_set(file, "2", {1, 1, 1, 1, 2, 2, 2, 2}, {3, 4, 5, 6, 2, 3, 5, 6});
    put_set(file, "3", {1, 2}, {2, 4});
    return file.write();
  }

 private:
  static void put_nodes(NetcdfWriter& file) {
    std::array<std::vector<double>, 3> x;
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 5; ++i) {
          const double angle = pi / 2 * i / 4, radius = 2 - 0.5 * j;
          x[0].push_back(radius * std::cos(angle));
          x[1].push_back(radius * std::sin(angle));
          x[2].push_back(0.5 * k);
        }
    for (std::size_t c = 0; c < 3; ++c)
      file.reals(std::string("coord") + static_cast<char>('x' + c), {"num_nodes"}, x[c]);
  }

  static void put_set(NetcdfWriter& file, const std::string& number,
                      const std::vector<int>& elements, const std::vector<int>& sides) {
    file.integers("elem_ss" + number, {"num_side_ss" + number}, elements);
    file.integers("side_ss" + number, {"num_side_ss" + number}, sides);
  }
};

/// Two quadrilaterals in a quarter of a ring from radius 1 to 2, in two dimensions or as shells in
/// the plane z = `height`.
struct PlaneRing {
  int n_nodes = 9;
  std::string type = "QUAD9";
  bool is_shell = false;
  double height = 0, slope = 0;

  [[nodiscard]] std::string write() const {
    NetcdfWriter file;
    file.dimension("num_dim", is_shell ? 3 : 2);
    file.dimension("num_nodes", 15);
    file.dimension("num_el_blk", 1);
    file.dimension("num_side_sets", 2);
    file.dimension("num_el_in_blk1", 2);
    file.dimension("num_nod_per_el1", static_cast<std::size_t>(n_nodes));
    file.dimension("num_side_ss1", 2);
    file.dimension("num_side_ss2", 4);
    put_nodes(file);
    constexpr int corners_first[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0},
                                         {2, 1}, {1, 2}, {0, 1}, {1, 1}};
    std::vector<int> nodes;
    for (int e = 0; e < 2; ++e)
      for (int i = 0; i < n_nodes; ++i)
        nodes.push_back(1 + corners_first[i][0] + 2 * e + 5 * corners_first[i][1]);
    file.integers("connect1", {"num_el_in_blk1", "num_nod_per_el1"}, nodes);
    file.attribute("elem_type", type);
    const int before = is_shell ? 2 : 0;  // the two faces of a shell
    put_set(file, "1", {1, 2}, {before + 1, before + 1});
    put_set(file, "2", {1, 1, 2, 2}, {before + 3, before + 4, before + 2, before + 3});
    return file.write();
  }

 private:
  void put_nodes(NetcdfWriter& file) const {
    std::array<std::vector<double>, 3> x;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 5; ++i) {
        const double angle = pi / 2 * i / 4, radius = 2 - 0.5 * j;
        x[0].push_back(radius * std::cos(angle));
        x[1].push_back(radius * std::sin(angle));
        x[2].push_back(height + slope * x[0].back());
      }
    for (std::size_t c = 0; c < (is_shell ? 3U : 2U); ++c)
      file.reals(std::string("coord") + static_cast<char>('x' + c), {"num_nodes"}, x[c]);
  }
  static void put_set(NetcdfWriter& file, const std::string& number,
                      const std::vector<int>& elements, const std::vector<int>& sides) {
    file.integers("elem_ss" + number, {"num_side_ss" + number}, elements);
    file.integers("side_ss" + number, {"num_side_ss" + number}, sides);
  }
};

RawMesh read(const std::string& bytes) {
  const TemporaryFile file("ring.exo", bytes);
  return read_raw_mesh(file.path());
}

std::string refusal(const std::string& bytes) {
  return message_of<base::Error>([&] { read(bytes); });
}

class ExodusReader : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_exodus) GTEST_SKIP() << "the program is built without netCDF";
  }
};

TEST(Exodus, WithoutTheLibraryTheMessageSaysHowToGetIt) {
  if (has_exodus) GTEST_SKIP() << "the program is built with netCDF";
  EXPECT_NE(refusal(RingMesh{}.write()).find("libnetcdf-dev"), std::string::npos);
}

TEST_F(ExodusReader, BlocksAreVolumesAndSideSetsBoundaries) {
  const HexMesh mesh = connect(read(RingMesh{}.write()));
  EXPECT_EQ(mesh.n_elements, 2);
  EXPECT_EQ(mesh.geometry_order, 2);
  EXPECT_EQ(mesh.volume_names, (std::vector<std::string>{"fluid", "solid"}));
  EXPECT_EQ(mesh.volumes, (std::vector<int>{0, 1}));
  // The sides between the two blocks count for nothing.
  ASSERT_EQ(mesh.boundary_names, (std::vector<std::string>{"inside", "boundary-27"}));
  const auto sizes = measure_boundaries(mesh);
  EXPECT_EQ(sizes[0].n_faces, 2);
  EXPECT_EQ(sizes[1].n_faces, 8);
  EXPECT_NEAR(sizes[0].area, pi, 2e-3);  // side 1, at radius 2
  EXPECT_NEAR(measure_quality(mesh).volume, 0.75 * pi, 3e-3);
}

TEST_F(ExodusReader, AllKindsOfHexahedraHaveTheirNodesWhereTheyBelong) {
  const RawMesh complete = read(RingMesh{}.write());
  const RawMesh of_lines = read(RingMesh{.n_nodes = 20, .type = "hex20"}.write());
  ASSERT_EQ(of_lines.coordinates.size(), complete.coordinates.size());
  // Bent along one direction alone: its lines say all.
  for (std::size_t i = 0; i < complete.coordinates.size(); ++i)
    EXPECT_NEAR(of_lines.coordinates[i], complete.coordinates[i], 1e-14);
  const HexMesh straight = connect(read(RingMesh{.n_nodes = 8, .type = "HEX"}.write()));
  EXPECT_EQ(straight.geometry_order, 1);
  EXPECT_NEAR(measure_quality(straight).volume, 2 * 0.5 * std::sin(pi / 4) * 3, 1e-13);
}

TEST_F(ExodusReader, NodesOfSecondOrderAreTakenWithTheirNumbers) {
  const RawMesh mesh = read(RingMesh{}.write());
  for (int e = 0; e < 2; ++e)
    for (int node = 0; node < 27; ++node) {
      const double angle = pi / 2 * (node % 3 + 2 * e) / 4, radius = 2 - 0.5 * (node / 3 % 3);
      EXPECT_NEAR(mesh.coordinates[81 * e + node], radius * std::cos(angle), 1e-14);
      EXPECT_NEAR(mesh.coordinates[81 * e + 27 + node], radius * std::sin(angle), 1e-14);
      EXPECT_NEAR(mesh.coordinates[81 * e + 54 + node], 0.5 * (node / 9), 1e-14);
    }
}

TEST_F(ExodusReader, PlaneMeshesAreExtruded) {
  for (const PlaneRing& ring : {PlaneRing{}, PlaneRing{.n_nodes = 8, .type = "quad8"},
                                PlaneRing{.n_nodes = 4, .type = "QUAD"},
                                PlaneRing{.type = "SHELL9", .is_shell = true, .height = 7}}) {
    const TemporaryFile file("ring.exo", ring.write());
    MeshChanges changes;
    changes.extrusion = Extrusion{.ticks = {0, 1, 3}, .lower = "back", .upper = "front"};
    const HexMesh mesh = connect(read_changed_mesh(file.path(), changes));
    EXPECT_EQ(mesh.n_elements, 4);
    ASSERT_EQ(mesh.boundary_names,
              (std::vector<std::string>{"boundary-1", "boundary-2", "back", "front"}));
    const auto sizes = measure_boundaries(mesh);
    EXPECT_EQ(sizes[0].n_faces, 4);
    EXPECT_EQ(sizes[1].n_faces, 8);
    const bool is_straight = ring.n_nodes == 4;
    EXPECT_NEAR(sizes[0].area, is_straight ? 3 * 8 * std::sin(pi / 8) : 3 * pi, 6e-3);
    EXPECT_NEAR(measure_quality(mesh).volume, is_straight ? 9 * std::sin(pi / 4) : 2.25 * pi, 9e-3);
  }
}

TEST_F(ExodusReader, NamesWhatIsWrong) {
  const auto expect_in = [](const RingMesh& ring, const std::string& words) {
    const std::string message = refusal(ring.write());
    EXPECT_NE(message.find("ring.exo: "), std::string::npos) << message;
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect_in({.n_nodes = 8, .type = "TETRA"},
            "the element block 'fluid' has elements of type TETRA");
  expect_in({.n_nodes = 9, .type = "HEX"}, "hexahedra of 9 nodes, expected 8, 20 or 27");
  expect_in({.dimension = 2}, "has elements of type HEX27, expected QUAD4, QUAD8 or QUAD9");
  EXPECT_NE(refusal(PlaneRing{.type = "SHELL9", .is_shell = true, .slope = 1}.write())
                .find("lies in no plane z = constant"),
            std::string::npos);
  EXPECT_NE(refusal(PlaneRing{.n_nodes = 6}.write())
                .find("quadrilaterals of 6 nodes, expected 4, 8 or 9"),
            std::string::npos);
  EXPECT_NE(refusal("CDF\x01 and no more").find("expected a netCDF file"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::mesh
