#include "stats/wall_traction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../../support/curved_spaces.hpp"

namespace lobatto::stats {
namespace {

using test::Point;

constexpr double viscosity = 0.3;

struct Flow {
  space::VectorField velocity;
  space::Field pressure;

  template <class U, class P>
  Flow(const space::FunctionSpace& space, U u, P p)
      : velocity(space.make_vector_field()), pressure(space.make_field()) {
    for (int d = 0; d < 3; ++d)
      space.evaluate(test::function_of_place([&](const Point& x) { return u(x)[d]; }), 0,
                     velocity[d]);
    space.evaluate(test::function_of_place(p), 0, pressure);
  }
  [[nodiscard]] WallTraction::Force on(const WallTraction& traction) const {
    return traction.integrate({velocity[0], velocity[1], velocity[2]}, pressure);
  }
};

TEST(WallTraction, OfPoiseuilleFlowIsThePressureAndTheShear) {
  const auto world = comm::Communicator::world();
  const test::Block block{
      .end = {3, 1, 2}, .n_elements = {3, 2, 2}, .periodic = {true, false, true}};
  const space::FunctionSpace space(block.mesh(4, world), world);
  // u = y (1 - y): the fluid drags both walls along with nu on each unit of area.
  const Flow flow(
      space, [](const Point& x) { return Point{x[1] * (1 - x[1]), 0, 0}; },
      [](const Point&) { return 2.5; });
  const std::array upper{3};
  const std::array both{2, 3};
  const auto on_upper = flow.on(WallTraction(space, upper, viscosity));
  EXPECT_NEAR(on_upper.area, 6, 1e-12);
  EXPECT_NEAR(on_upper.viscous[0], 6 * viscosity, 1e-12);
  EXPECT_NEAR(on_upper.pressure[1], 6 * 2.5, 1e-12);
  EXPECT_NEAR(on_upper.mean_shear, viscosity, 1e-12);
  const auto on_both = flow.on(WallTraction(space, both, viscosity));
  EXPECT_NEAR(on_both.viscous[0], 12 * viscosity, 1e-12);
  EXPECT_NEAR(on_both.pressure[1], 0, 1e-12);
  EXPECT_NEAR(on_both.mean_shear, viscosity, 1e-12);
}

TEST(WallTraction, OfCouetteFlowBetweenCylindersTurnsAgainstTheirTurning) {
  const auto world = comm::Communicator::world();
  // Radius 1 to 2, a quarter turn, height 1. u_theta = A r + B / r: shear stress -2 nu B / r^2.
  const test::Block quarter{
      .begin = {1, 0, 0}, .end = {2, std::numbers::pi / 2, 1}, .n_elements = {2, 2, 2}};
  const auto space = test::moved(quarter, 11, test::cylindrical, world);
  const double b = 0.7;
  const Flow flow(
      space,
      [&](const Point& x) {
        const double r = std::hypot(x[0], x[1]), speed = 0.4 * r + b / r;
        return Point{-x[1] / r * speed, x[0] / r * speed, 0};
      },
      [](const Point& x) { return x[0] * x[0] + x[1] * x[1]; });
  const std::array inner{0}, outer{1};
  const auto on_inner = flow.on(WallTraction(space, inner, viscosity));
  EXPECT_NEAR(on_inner.mean_shear, 2 * viscosity * b, 1e-8);
  // The inner cylinder is held back; over a quarter of the circle e_theta adds to (-1, 1).
  EXPECT_NEAR(on_inner.viscous[0], 2 * viscosity * b, 1e-8);
  EXPECT_NEAR(on_inner.viscous[1], -2 * viscosity * b, 1e-8);
  const auto on_outer = flow.on(WallTraction(space, outer, viscosity));
  EXPECT_NEAR(on_outer.mean_shear, 2 * viscosity * b / 4, 1e-8);
  // p = r^2 = 4 on radius 2: 8 along x and y.
  EXPECT_NEAR(on_outer.pressure[0], 8, 1e-8);
  EXPECT_NEAR(on_outer.pressure[1], 8, 1e-8);
}

TEST(WallTraction, FluxOfAScalarThroughACurvedWall) {
  const auto world = comm::Communicator::world();
  const test::Block quarter{
      .begin = {1, 0, 0}, .end = {2, std::numbers::pi / 2, 1}, .n_elements = {2, 2, 2}};
  const auto space = test::moved(quarter, 11, test::cylindrical, world);
  auto temperature = space.make_field();
  space.evaluate(
      test::function_of_place([](const Point& x) { return 3 * std::log(std::hypot(x[0], x[1])); }),
      0, temperature);
  // dT/dr = 3 / r: into the fluid on the outer wall, out of it on the inner.
  const std::array inner{0}, outer{1};
  EXPECT_NEAR(WallTraction(space, inner, viscosity).mean_flux(temperature, 0.5), -1.5, 1e-7);
  EXPECT_NEAR(WallTraction(space, outer, viscosity).mean_flux(temperature, 0.5), 0.75, 1e-7);
}

TEST(WallTraction, OfConstantPressureOnAClosedCurvedSurfaceIsNothing) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::Block{}, 9, test::wavy, world);
  const Flow flow(
      space, [](const Point&) { return Point{0, 0, 0}; }, [](const Point&) { return 1.0; });
  const std::array all{0, 1, 2, 3, 4, 5};
  const auto force = flow.on(WallTraction(space, all, viscosity));
  EXPECT_GT(force.area, 6.0);
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(force.pressure[d], 0, 1e-9);
    EXPECT_NEAR(force.viscous[d], 0, 1e-12);
  }
}

}  // namespace
}  // namespace lobatto::stats
