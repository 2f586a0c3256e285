#include "physics/conditions/boundary_energy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::faces_of;
using test::field_of;
using test::function_of_place;
using test::Point;
using test::vector_function;

/// Divergence-free, and a pressure.
Point flow(const Point& x) { return {x[1] + 2 * x[2], x[2] - x[0], 3 + x[0] * x[1]}; }
double pressure(const Point& x) { return x[0] * x[2] - 2 * x[1]; }
/// u . grad (p + |u|^2 / 2) of them.
double head_along_the_flow(const Point& x) {
  const auto u = flow(x);
  const Point slope{x[2] - u[1] + u[2] * x[1], -2 + u[0] + u[2] * x[0], x[0] + 2 * u[0] + u[1]};
  return u[0] * slope[0] + u[1] * slope[1] + u[2] * slope[2];
}

double power(const space::FunctionSpace& space, const std::vector<VelocityBoundaryCondition>& faces,
             const VectorFunction& velocity) {
  auto p = space.make_field();
  space.evaluate(function_of_place(pressure), 0, p);
  return space.communicator().sum(BoundaryEnergy(space, faces).power(field_of(space, velocity), p));
}

// oint (p + |u|^2 / 2) u . n = int u . grad (p + |u|^2 / 2) where div u = 0.
TEST(BoundaryEnergy, OfGivenVelocitiesIsTheTheoremOfGauss) {
  const auto world = comm::Communicator::world();
  const auto velocity = vector_function(flow);
  const auto faces = faces_of(VelocityCondition::velocity, velocity);
  const auto error = [&](const space::FunctionSpace& space) {
    const double exact = -test::integral(space, head_along_the_flow);
    EXPECT_GT(std::abs(exact), 0.5);
    return std::abs(power(space, faces, velocity) - exact);
  };
  EXPECT_LT(error({test::cube_223.mesh(4, world), world}), 1e-12);
  EXPECT_LT(error(test::moved(test::cube_223, 4, test::affine, world)), 1e-11);
  double before = 1;
  for (const int order : {4, 6, 8}) {
    const double now = error(test::moved(test::cube_223, order, test::wavy, world));
    EXPECT_LT(now, before / 100) << order;
    before = now;
  }
}

TEST(BoundaryEnergy, OfAnOutflowIsTheKineticEnergyThatLeaves) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(4, world), world);
  auto faces = faces_of(VelocityCondition::wall);
  faces[1].kind = VelocityCondition::outflow;
  // It leaves where y > 1/2, with the pressure counting for nothing:
  // - int_(1/2)^1 (y - 1/2) ((y - 1/2)^2 + 4) / 2 dy.
  const auto velocity = vector_function([](const Point& x) { return Point{x[1] - 0.5, 2, 0}; });
  EXPECT_NEAR(power(space, faces, velocity), -0.5 * (1.0 / 64 + 0.5), 1e-13);
  // The same face as one whose velocity is given lets it in as well, and the pressure works:
  // - int (z - 2 y + ((y - 1/2)^2 + 4) / 2) (y - 1/2) dy dz.
  faces[1] = {VelocityCondition::velocity, velocity, false};
  EXPECT_NEAR(power(space, faces, velocity), 1.0 / 6, 1e-13);
}

TEST(BoundaryEnergy, WallsAndSymmetryPlanesTakeNoPart) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::cube_223, 3, test::wavy, world);
  for (const auto kind :
       {VelocityCondition::wall, VelocityCondition::symmetry, VelocityCondition::periodic})
    EXPECT_EQ(power(space, faces_of(kind), vector_function(flow)), 0);
}

}  // namespace
}  // namespace lobatto::physics
