#include "stats/wall_traction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/curved_spaces.hpp"

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
  [[nodiscard]] WallTraction::Force on(const WallTraction& traction,
                                       const space::NodalValue& viscosity_at = viscosity) const {
    return traction.integrate({velocity[0], velocity[1], velocity[2]}, pressure, viscosity_at);
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
  const auto on_upper = flow.on(WallTraction(space, upper));
  EXPECT_NEAR(on_upper.area, 6, 1e-12);
  EXPECT_NEAR(on_upper.viscous[0], 6 * viscosity, 1e-12);
  EXPECT_NEAR(on_upper.pressure[1], 6 * 2.5, 1e-12);
  EXPECT_NEAR(on_upper.mean_shear, viscosity, 1e-12);
  const auto on_both = flow.on(WallTraction(space, both));
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
  const auto on_inner = flow.on(WallTraction(space, inner));
  EXPECT_NEAR(on_inner.mean_shear, 2 * viscosity * b, 1e-8);
  // The inner cylinder is held back; over a quarter of the circle e_theta adds to (-1, 1).
  EXPECT_NEAR(on_inner.viscous[0], 2 * viscosity * b, 1e-8);
  EXPECT_NEAR(on_inner.viscous[1], -2 * viscosity * b, 1e-8);
  const auto on_outer = flow.on(WallTraction(space, outer));
  EXPECT_NEAR(on_outer.mean_shear, 2 * viscosity * b / 4, 1e-8);
  // p = r^2 = 4 on radius 2: 8 along x and y.
  EXPECT_NEAR(on_outer.pressure[0], 8, 1e-8);
  EXPECT_NEAR(on_outer.pressure[1], 8, 1e-8);
}

/// Couette flow in a quarter of the gap between cylinders of radius 1 and 2, height 1, whose axis
/// is (shift, 0, z): the torque of the fluid on the inner one, less the known, at one order.
double torque_error(int order, const comm::Communicator& world) {
  const double b = 0.7, shift = 3;
  const test::Block quarter{
      .begin = {1, 0, 0}, .end = {2, std::numbers::pi / 2, 1}, .n_elements = {2, 2, 2}};
  const auto space = test::moved(
      quarter, order,
      [&](const Point& x) {
        const Point at = test::cylindrical(x);
        return Point{at[0] + shift, at[1], at[2]};
      },
      world);
  const Flow flow(
      space,
      [&](const Point& x) {
        const double r = std::hypot(x[0] - shift, x[1]), speed = 0.4 * r + b / r;
        return Point{-x[1] / r * speed, (x[0] - shift) / r * speed, 0};
      },
      [](const Point&) { return 1.5; });
  const std::array inner{0};
  const WallTraction traction(space, inner, {shift, 0, 0.5});
  const auto force = traction.integrate({flow.velocity[0], flow.velocity[1], flow.velocity[2]},
                                        flow.pressure, viscosity);
  // The pressure acts along the radius, and the surface is as high above 0.5 as below.
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(force.pressure_moment[d], 0, 1e-10) << d;
  EXPECT_NEAR(force.viscous_moment[0], 0, 1e-10);
  EXPECT_NEAR(force.viscous_moment[1], 0, 1e-10);
  // Shear stress 2 nu b on an area of pi / 2 at distance 1, against the turning.
  return std::abs(force.viscous_moment[2] + viscosity * b * std::numbers::pi);
}

TEST(WallTraction, TorqueOfCouetteFlowBetweenCylindersConvergesToTheKnown) {
  const auto world = comm::Communicator::world();
  const double at_4 = torque_error(4, world), at_7 = torque_error(7, world),
               at_11 = torque_error(11, world);
  EXPECT_GT(at_4, 1e-5);
  EXPECT_LT(at_7, 1e-2 * at_4);
  EXPECT_LT(at_11, 1e-8);
}

TEST(WallTraction, MomentOfALinearPressureOnAClosedCurvedSurfaceIsThatOfItsVolume) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::Block{}, 11, test::wavy, world);
  const Point slope{0.7, -1.3, 2.1}, about{0.3, -0.8, 1.9};
  const Flow flow(
      space, [](const Point&) { return Point{0, 0, 0}; },
      [&](const Point& x) { return 4 + slope[0] * x[0] + slope[1] * x[1] + slope[2] * x[2]; });
  const std::array all{0, 1, 2, 3, 4, 5};
  const auto force = WallTraction(space, all, about)
                         .integrate({flow.velocity[0], flow.velocity[1], flow.velocity[2]},
                                    flow.pressure, viscosity);
  Point arm;  // volume times the way from the point to the centroid
  for (int d = 0; d < 3; ++d) {
    auto x = space.make_field();
    space.evaluate(test::function_of_place([&](const Point& at) { return at[d] - about[d]; }), 0,
                   x);
    arm[d] = space.integrate(x);
  }
  for (int d = 0; d < 3; ++d) {
    const int b = (d + 1) % 3, c = (d + 2) % 3;
    EXPECT_NEAR(force.pressure[d], space.volume() * slope[d], 1e-8) << d;
    EXPECT_NEAR(force.pressure_moment[d], arm[b] * slope[c] - arm[c] * slope[b], 1e-8) << d;
    EXPECT_NEAR(force.viscous_moment[d], 0, 1e-12) << d;
  }
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
  EXPECT_NEAR(WallTraction(space, inner).mean_flux(temperature, 0.5), -1.5, 1e-7);
  EXPECT_NEAR(WallTraction(space, outer).mean_flux(temperature, 0.5), 0.75, 1e-7);
}

TEST(WallTraction, TakesCoefficientsAtTheNodesOfTheWall) {
  const auto self = comm::Communicator::self();
  const space::FunctionSpace space = test::moved({}, 4, test::identity, self);
  // nu = 1 + x on the wall y = 1 with du/dy = 2, mean 1.5; k = 2 + z with dT/dy = 3, mean 2.5.
  const Flow flow(
      space, [](const Point& x) { return Point{2 * x[1], 0, 0}; },
      [](const Point&) { return 0.0; });
  auto nu = space.make_field(), k = space.make_field(), temperature = space.make_field();
  space.evaluate(test::function_of_place([](const Point& x) { return 1 + x[0]; }), 0, nu);
  space.evaluate(test::function_of_place([](const Point& x) { return 2 + x[2]; }), 0, k);
  space.evaluate(test::function_of_place([](const Point& x) { return 3 * x[1]; }), 0, temperature);
  const std::array upper{3};
  const WallTraction traction(space, upper);
  const auto force = flow.on(traction, std::span<const double>(nu));
  EXPECT_NEAR(force.viscous[0], -3.0, 1e-12);
  EXPECT_NEAR(force.mean_shear, 3.0, 1e-12);
  EXPECT_NEAR(traction.mean_flux(temperature, std::span<const double>(k)), 7.5, 1e-12);
}

TEST(WallTraction, OfConstantPressureOnAClosedCurvedSurfaceIsNothing) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::Block{}, 9, test::wavy, world);
  const Flow flow(
      space, [](const Point&) { return Point{0, 0, 0}; }, [](const Point&) { return 1.0; });
  const std::array all{0, 1, 2, 3, 4, 5};
  const auto force = flow.on(WallTraction(space, all));
  EXPECT_GT(force.area, 6.0);
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(force.pressure[d], 0, 1e-9);
    EXPECT_NEAR(force.viscous[d], 0, 1e-12);
  }
}

}  // namespace
}  // namespace lobatto::stats
