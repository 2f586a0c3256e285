#include "physics/wall_friction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;

constexpr double wall_viscosity = 0.02, bulk = 1.7;

std::vector<VelocityBoundaryCondition> walls_at(std::initializer_list<int> walls) {
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  for (auto& face : faces) face.kind = VelocityCondition::periodic;
  for (const int f : walls) faces[f].kind = VelocityCondition::wall;
  return faces;
}

space::FunctionSpace wall_channel(const comm::Communicator& communicator) {
  const Block block{{0, 1, 0}, {3, 5, 2}, {2, 2, 2}, {true, false, true}};
  return {block.mesh(3, communicator), communicator};
}

// Between plates 2 h apart the force is 3 nu U / h^2, and the friction factor 96 over Reynolds.
TEST(WallFriction, OfLaminarFlowBetweenPlates) {
  const auto world = comm::Communicator::world();
  const double force = 3 * wall_viscosity * bulk / 4;
  for (const double sign : {1.0, -1.0}) {
    const auto friction = wall_friction(wall_channel(world), walls_at({2, 3}), wall_viscosity,
                                        sign * force, sign * bulk);
    ASSERT_TRUE(friction.has_value());
    EXPECT_NEAR(friction->u_tau, std::sqrt(3 * wall_viscosity * bulk / 2), 1e-13);
    EXPECT_NEAR(*friction->re_tau, friction->u_tau * 2 / wall_viscosity, 1e-10);
    EXPECT_NEAR(friction->hydraulic_diameter, 8, 1e-12);
    EXPECT_NEAR(friction->friction_factor * bulk * 8 / wall_viscosity, 96, 1e-9);
    EXPECT_NEAR(*friction->f_re, 96, 1e-9);
  }
}

// Of a duct h is half the shorter side, whatever the hydraulic diameter is.
TEST(WallFriction, OfADuctRefersToItsShorterSide) {
  const auto world = comm::Communicator::world();
  const Block duct{{0, 0, 0}, {2, 1, 3}, {2, 2, 2}, {true, false, false}};
  const space::FunctionSpace space(duct.mesh(2, world), world);
  const auto friction = wall_friction(space, walls_at({2, 3, 4, 5}), wall_viscosity, 0.5, bulk);
  ASSERT_TRUE(friction.has_value());
  EXPECT_NEAR(friction->hydraulic_diameter, 4 * 3.0 / 8, 1e-13);
  EXPECT_NEAR(friction->u_tau * friction->u_tau, 0.5 * 3.0 / 8, 1e-13);
  EXPECT_NEAR(*friction->re_tau, friction->u_tau * 0.5 / wall_viscosity, 1e-11);
}

// Laminar flow between cylinders of radii 1 and 2:
// U = force / (8 nu) (r_2^2 + r_1^2 - (r_2^2 - r_1^2) / ln (r_2 / r_1)).
TEST(WallFriction, OfLaminarFlowBetweenCylinders) {
  const auto world = comm::Communicator::world();
  const Block ring{{1, 0, 0}, {2, 2 * std::numbers::pi, 1}, {1, 6, 1}, {false, true, true}};
  const auto space = test::moved(ring, 8, test::cylindrical, world);
  const double shape = 5 - 3 / std::log(2.0), force = 8 * wall_viscosity * bulk / shape;
  const auto friction = wall_friction(space, walls_at({0, 1}), wall_viscosity, force, bulk);
  ASSERT_TRUE(friction.has_value());
  EXPECT_NEAR(friction->hydraulic_diameter, 2, 1e-8);
  EXPECT_NEAR(friction->u_tau, std::sqrt(force / 2), 1e-8);
  EXPECT_NEAR(*friction->re_tau, std::sqrt(force / 2) / wall_viscosity, 1e-6);
  EXPECT_NEAR(*friction->f_re, 64 / shape, 1e-6);
}

TEST(WallFriction, WantsWalls) {
  const auto world = comm::Communicator::world();
  const auto none = walls_at({});
  EXPECT_FALSE(wall_friction(wall_channel(world), none, wall_viscosity, 1, bulk).has_value());
  // One wall of a box gives no distance; of a curved mesh the hydraulic diameter does.
  auto one = walls_at({2});
  one[3].kind = VelocityCondition::symmetry;
  EXPECT_FALSE(wall_friction(wall_channel(world), one, wall_viscosity, 1, bulk).has_value());
  const Block block{{0, 1, 0}, {3, 5, 2}, {2, 2, 2}, {true, false, true}};
  const auto moved = test::moved(block, 3, test::identity, world);
  const auto friction = wall_friction(moved, one, wall_viscosity, 1, bulk);
  ASSERT_TRUE(friction.has_value());
  EXPECT_NEAR(friction->hydraulic_diameter, 16, 1e-12);
  EXPECT_NEAR(*friction->re_tau, 2 * 8 / wall_viscosity, 1e-9);
}

}  // namespace
}  // namespace lobatto::physics
