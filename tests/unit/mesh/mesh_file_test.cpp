#include "mesh/mesh_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/error.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/tools/mesh_output.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

std::filesystem::path data(const std::string& name) {
  return std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / name;
}

/// Ids of all ranks with the places of their nodes: one to one, as many as in the serial mesh.
void expect_same_as_serial(const MeshFiles& files, const Periods& periods,
                           const comm::Communicator& world) {
  const int order = 3, n_nodes = 64;
  const HexMesh serial = connect(read_raw_mesh(files));
  const std::size_t n_places = expect_ids_match_places(serial, order, periods);
  const HexMesh mesh = read_hex_mesh(files, world);
  EXPECT_GE(mesh.n_local_elements(), 1);
  EXPECT_EQ(world.sum(static_cast<long long>(mesh.n_local_elements())), serial.n_elements);
  EXPECT_EQ(mesh.n_elements, serial.n_elements);
  EXPECT_EQ(mesh.n_faces, serial.n_faces);
  EXPECT_EQ(mesh.boundary_names, serial.boundary_names);
  EXPECT_EQ(world.sum(static_cast<long long>(mesh.sides.size())),
            static_cast<long long>(serial.sides.size()));

  std::vector<double> places;
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    const auto x = nodes_of(mesh, e, order);
    for (int i = 0; i < n_nodes; ++i)
      places.insert(places.end(), {x[i], x[n_nodes + i], x[2 * n_nodes + i]});
  }
  const auto own = global_node_ids(mesh, order);
  const auto all_places = world.all_gather(places);
  const auto all_ids = world.all_gather(std::vector<long long>(own.begin(), own.end()));
  OneToOne<Place> pairs;
  for (std::size_t i = 0; i < all_ids.size(); ++i) {
    pairs.expect(
        place_of({all_places[3 * i], all_places[3 * i + 1], all_places[3 * i + 2]}, periods),
        all_ids[i]);
  }
  EXPECT_EQ(pairs.size(), n_places);

  const auto sizes = measure_boundaries(mesh);
  const auto serial_sizes = measure_boundaries(serial);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    EXPECT_NEAR(world.sum(sizes[i].area), serial_sizes[i].area, 1e-12);
  EXPECT_NEAR(world.sum(measure_quality(mesh).volume), measure_quality(serial).volume, 1e-12);
}

TEST(MeshFile, RanksTogetherHoldTheSerialMesh) {
  const auto world = comm::Communicator::world();
  expect_same_as_serial({data("periodic-41.msh")}, {1, 0, 2}, world);
  expect_same_as_serial({data("pipe-27.msh")}, {}, world);
}

TEST(MeshFile, SeveralFilesAreOneMeshOnAnyRanks) {
  const auto world = comm::Communicator::world();
  RawMesh next = read_raw_mesh(data("pipe-27.msh"));
  place(next, {.shift = {0, 0, 2}});
  std::ostringstream text;
  write_gmsh(next, text);
  const TemporaryFile file("next.msh", text.str());
  const MeshFiles files{data("pipe-27.msh"), file.path()};
  expect_same_as_serial(files, {}, world);
  EXPECT_EQ(read_hex_mesh(files, world).n_elements, 48);
  EXPECT_EQ(connect(read_raw_mesh(files)).boundary_names,
            (std::vector<std::string>{"inlet", "outlet", "wall"}));
  EXPECT_THROW(read_hex_mesh(files, world, {}, {}, Partitioner::pt_scotch), base::Error);
}

std::string problem_of(const std::filesystem::path& file, const comm::Communicator& world) {
  try {
    read_hex_mesh(file, world);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(MeshFile, EveryRankThrowsTheSameText) {
  const auto world = comm::Communicator::world();
  for (const auto& file : {data("missing.msh"), data("pipe.geo")}) {
    const std::string own = problem_of(file, world);
    std::string first = own;
    world.broadcast(first, 0);
    EXPECT_EQ(own, first);
    EXPECT_EQ(own.find(file.string()), 0u) << own;
  }
}

}  // namespace
}  // namespace lobatto::mesh
