// Function spaces on the elements of mesh files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>
#include <string>

#include "../mesh/id_checks.hpp"
#include "mesh/mesh_file.hpp"
#include "space/boundary.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using mesh::Periods;
using mesh::Place;

std::shared_ptr<const mesh::HexMesh> read(const std::string& name,
                                          const comm::Communicator& communicator) {
  const auto file = std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / name;
  return std::make_shared<const mesh::HexMesh>(mesh::read_hex_mesh(file, communicator));
}

int index_of(const FunctionSpace& space, const std::string& name) {
  const auto& parts = space.boundaries();
  for (std::size_t b = 0; b < parts.size(); ++b)
    if (parts[b].name == name) return static_cast<int>(b);
  ADD_FAILURE() << "no boundary " << name;
  return 0;
}

/// Places of all local nodes, [n_elem][k][j][i].
std::vector<Place> places_of(const FunctionSpace& space, const Periods& periods) {
  std::vector<Place> places;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q)
      places.push_back(mesh::place_of({x[0][q], x[1][q], x[2][q]}, periods));
  }
  return places;
}

std::vector<Place> gathered(const std::vector<Place>& places,
                            const comm::Communicator& communicator) {
  std::vector<long long> flat;
  for (const Place& place : places) flat.insert(flat.end(), place.begin(), place.end());
  flat = communicator.all_gather(flat);
  std::vector<Place> all(flat.size() / 3);
  for (std::size_t i = 0; i < flat.size(); ++i) all[i / 3][i % 3] = flat[i];
  return all;
}

/// Over all ranks, nodes have the same id where they are at the same place and only there; the
/// number of places.
std::size_t expect_ids_match_places(const FunctionSpace& space, const Periods& periods = {}) {
  const auto places = gathered(places_of(space, periods), space.communicator());
  const auto node_ids = space.node_ids();
  const std::vector<long long> local_ids(node_ids.begin(), node_ids.end());
  const auto ids = space.communicator().all_gather(local_ids);
  mesh::OneToOne<Place> pairs;
  for (std::size_t q = 0; q < ids.size(); ++q) pairs.expect(places[q], ids[q]);
  return pairs.size();
}

/// boundary_nodes are the nodes at the places of nodes of its sides, over all ranks.
void expect_nodes_match_places(const FunctionSpace& space, int index, const Periods& periods = {}) {
  const auto places = places_of(space, periods);
  std::vector<Place> on_sides;
  for (const Side& side : space.boundaries()[index].sides)
    for (const std::size_t q : face_node_offsets(space.n(), side.face))
      on_sides.push_back(places[side.element * space.element_size() + q]);
  const auto all = gathered(on_sides, space.communicator());
  const std::set<Place> meant(all.begin(), all.end());
  std::vector<std::size_t> expected;
  for (std::size_t q = 0; q < places.size(); ++q)
    if (meant.count(places[q]) > 0) expected.push_back(q);
  EXPECT_EQ(boundary_nodes(space, index), expected);
}

/// The vector sum of the areas of all parts of the boundary.
std::array<double, 3> area_vector(const FunctionSpace& space) {
  std::array<double, 3> sum{};
  for (std::size_t b = 0; b < space.boundaries().size(); ++b) {
    const Boundary boundary(space, static_cast<int>(b));
    for (std::size_t i = 0; i < boundary.n_values(); ++i)
      for (int d = 0; d < 3; ++d) sum[d] += boundary.weights()[i] * boundary.normal(d)[i];
  }
  space.communicator().sum(sum);
  return sum;
}

TEST(SpaceOfAMeshFile, PeriodicBlockHasItsVolumeAreasAndIds) {
  const auto world = comm::Communicator::world();
  for (const auto* name : {"periodic-22.msh", "periodic-41-binary.msh"}) {
    const auto mesh = read(name, world);
    for (const int order : {1, 2, 5}) {
      const FunctionSpace space(mesh, order, world);
      EXPECT_EQ(space.box(), nullptr);
      EXPECT_EQ(space.n_global_elements(), 6);
      EXPECT_EQ(space.global_size(), 6 * (order + 1) * (order + 1) * (order + 1));
      EXPECT_NEAR(space.volume(), 2, 1e-12);
      // 2 x 1 x 3 elements, periodic along x and z.
      const auto p = static_cast<std::size_t>(order);
      EXPECT_EQ(expect_ids_match_places(space, {1, 0, 2}), 2 * p * (p + 1) * 3 * p);
      ASSERT_EQ(space.boundaries().size(), 2u);
      for (const auto* part : {"lower wall", "boundary-7"}) {
        const int index = index_of(space, part);
        const Boundary boundary(space, index);
        EXPECT_NEAR(boundary.area(), 2, 1e-12);
        EXPECT_EQ(boundary.axis(), 1);
        for (const double normal : boundary.normal(1))
          EXPECT_NEAR(normal, part == std::string("lower wall") ? -1 : 1, 1e-12);
        expect_nodes_match_places(space, index, {1, 0, 2});
      }
      Field f = space.make_field();
      space.evaluate(test::function_of_place([](const test::Point& x) { return 2 * x[1] + x[2]; }),
                     0, f);
      EXPECT_NEAR(space.integrate(f), 4, 1e-12);
    }
  }
}

/// Eight parabolas through three points of the unit circle each; with half the angle of one.
constexpr double half_angle = std::numbers::pi / 8;
double cross_section() {
  const double s = std::sin(half_angle), c = std::cos(half_angle);
  return 8 * (s * c + 4.0 / 3 * s * (1 - c));
}
double circumference() {
  const double base = 2 * std::sin(half_angle), height = 1 - std::cos(half_angle);
  const double root = std::hypot(base, 4 * height);
  return 8 * (root / 2 + base * base / (8 * height) * std::log((4 * height + root) / base));
}

TEST(SpaceOfAMeshFile, PipeHasItsVolumeAreasAndIds) {
  const auto world = comm::Communicator::world();
  for (const auto* name : {"pipe-27.msh", "pipe-20.msh"}) {
    const auto mesh = read(name, world);
    // The Jacobian has degree 5, which the quadrature integrates from order 3 on.
    for (const int order : {3, 4, 7}) {
      const FunctionSpace space(mesh, order, world);
      EXPECT_NEAR(space.volume(), 2 * cross_section(), 1e-12);
      const Boundary inlet(space, index_of(space, "inlet")),
          outlet(space, index_of(space, "outlet")), wall(space, index_of(space, "wall"));
      EXPECT_NEAR(inlet.area(), cross_section(), 1e-12);
      EXPECT_NEAR(outlet.area(), cross_section(), 1e-12);
      EXPECT_NEAR(wall.area(), 2 * circumference(), order < 7 ? 1e-4 : 1e-8);
      EXPECT_EQ(inlet.axis(), 2);
      EXPECT_EQ(outlet.axis(), 2);
      EXPECT_EQ(wall.axis(), std::nullopt);
      for (const double normal : inlet.normal(2)) EXPECT_NEAR(normal, -1, 1e-12);
      for (const double normal : outlet.normal(2)) EXPECT_NEAR(normal, 1, 1e-12);
      for (const double component : area_vector(space)) EXPECT_NEAR(component, 0, 1e-12);
      // A square of 4 elements and 8 around it, along 2: by vertices, lines, faces and insides.
      const auto p = static_cast<std::size_t>(order);
      const std::size_t in_plane = 17 + 28 * (p - 1) + 12 * (p - 1) * (p - 1);
      EXPECT_EQ(expect_ids_match_places(space), in_plane * (2 * p + 1));
    }
  }
}

TEST(SpaceOfAMeshFile, WallOfThePipeGoesThroughItsNodes) {
  const auto world = comm::Communicator::world();
  const FunctionSpace space(read("pipe-27.msh", world), 6, world);
  const Boundary wall(space, index_of(space, "wall"));
  std::vector<double> x, y;
  wall.evaluate(test::function_of_place([](const test::Point& at) { return at[0]; }), 0, x);
  wall.evaluate(test::function_of_place([](const test::Point& at) { return at[1]; }), 0, y);
  for (std::size_t i = 0; i < wall.n_values(); ++i) {
    // The parabola leaves the circle between the three nodes.
    EXPECT_NEAR(std::hypot(x[i], y[i]), 1, 1e-3);
    EXPECT_GT(x[i] * wall.normal(0)[i] + y[i] * wall.normal(1)[i], 0.99);
    EXPECT_NEAR(wall.normal(2)[i], 0, 1e-8);  // the digits of the file
  }
}

TEST(SpaceOfAMeshFile, PartsOfTheWallAreSplitOff) {
  const auto world = comm::Communicator::world();
  FunctionSpace space(read("pipe-27.msh", world), 4, world);
  const int wall = index_of(space, "wall");
  const double whole = Boundary(space, wall).area();
  space.split_boundary(wall, "heated", test::function_of_place([](const test::Point& x) {
                         return x[2] < 1 && x[0] > 0 ? 1.0 : 0.0;
                       }));
  EXPECT_NEAR(Boundary(space, 3).area(), whole / 4, 1e-12);
  EXPECT_NEAR(Boundary(space, wall).area(), 3 * whole / 4, 1e-12);
  for (int b = 0; b < 4; ++b) expect_nodes_match_places(space, b);
  // On all elements at the wall, with a side, a line or a corner: 4, 4 + 2 and 2 of 16.
  BoundaryConditions conditions(4, poly::EndCondition::neumann);
  conditions[3] = poly::EndCondition::dirichlet;
  const Field mask = dirichlet_mask(space, conditions);
  long long n_elements = 0, n_fixed = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto* of_element = mask.data() + e * space.element_size();
    const auto n_zeros = std::count(of_element, of_element + space.element_size(), 0.0);
    n_elements += n_zeros > 0 ? 1 : 0;
    n_fixed += n_zeros;
  }
  EXPECT_EQ(world.sum(n_elements), 12);
  EXPECT_EQ(world.sum(n_fixed), 4 * 25 + 6 * 5 + 2);
}

TEST(SpaceOfAMeshFile, WithOrderKeepsElementsBoundariesAndIds) {
  const auto world = comm::Communicator::world();
  const auto mesh = read("pipe-20.msh", world);
  const FunctionSpace space(mesh, 6, world);
  for (const int order : {1, 3, 8}) {
    const FunctionSpace other = space.with_order(order);
    EXPECT_EQ(other.node_ids(), mesh::global_node_ids(*mesh, order));
    EXPECT_EQ(other.face_node_ids(), mesh::global_face_node_ids(*mesh, order));
    EXPECT_EQ(other.volume(), space.volume());
    EXPECT_EQ(other.hexes(), space.hexes());
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_EQ(other.boundaries()[b].sides.size(), space.boundaries()[b].sides.size());
    for (int e = 0; e < space.n_elements(); ++e) {
      EXPECT_EQ(other.element_number(e), mesh->element_numbers[e]);
      for (std::size_t q = 0; q < other.element_size(); ++q) EXPECT_GT(other.mass(e)(q), 0);
    }
  }
}

}  // namespace
}  // namespace lobatto::space
