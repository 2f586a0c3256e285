#include "physics/conditions/pressure_boundary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::faces_of;
using test::field_of;
using test::Point;
using test::Scheme;
using test::vector_function;

constexpr double inflow_viscosity = 0.3;

/// Divergence-free; the curl of its vorticity is (-2 z, -2 x, -2 y).
Point cubic_flow(const Point& x) {
  return {x[1] * x[1] * x[2], x[2] * x[2] * x[0], x[0] * x[0] * x[1]};
}
double weight(const Point& x) { return x[0] * x[1] + x[2] * x[2]; }
/// int grad weight . curl vorticity = int -6 y z - 2 x^2 over the unit cube, and int grad weight .
/// flow.
constexpr double vorticity_integral = -6.0 / 4 - 2.0 / 3;
constexpr double flow_integral = 1.0 / 8 + 1.0 / 9 + 1.0 / 6;

/// sum q rhs over all nodes.
template <class Function>
double tested(const space::FunctionSpace& space, const PressureBoundary& boundary, Function q) {
  const auto rhs = test::right_hand_side(
      space, [&](const auto& block, double* out) { boundary.add_to(block, out); });
  return test::tested(space, rhs, q);
}

// oint q n . (curl omega) = oint (n x omega) . grad q = int grad q . curl omega: polynomials of
// these degrees are integrated exactly.
TEST(PressureBoundary, HasTheExactTermsOfAPolynomialFlow) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  const auto velocity = vector_function(cubic_flow);
  const Scheme scheme(1);
  PressureBoundary walls(space, faces_of(VelocityCondition::wall));
  walls.record(field_of(space, velocity));
  walls.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -inflow_viscosity * vorticity_integral, 1e-12);
  // Where the velocity is given it goes out with b_0.
  PressureBoundary given(space, faces_of(VelocityCondition::velocity, velocity));
  given.record(field_of(space, velocity));
  given.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
  EXPECT_NEAR(tested(space, given, weight),
              -inflow_viscosity * vorticity_integral - scheme.bdf.leading * flow_integral, 1e-11);
}

TEST(PressureBoundary, ConvergesExponentiallyOnCurvedElements) {
  const auto world = comm::Communicator::world();
  const auto velocity = vector_function(
      [](const Point& x) { return Point{std::sin(x[1] + 2 * x[2]), std::cos(x[2] - x[0]), x[0]}; });
  const Scheme scheme(1);
  const auto found = [&](int order) {
    const auto space = test::moved(test::cube_232, order, test::wavy, world);
    PressureBoundary boundary(space, faces_of(VelocityCondition::velocity, velocity));
    boundary.record(field_of(space, velocity));
    boundary.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
    return tested(space, boundary, weight);
  };
  const double exact = found(14);
  double before = 1;
  for (const int order : {3, 5, 7, 9}) {
    const double error = std::abs(found(order) - exact);
    EXPECT_LT(error, before / 4) << order;
    before = error;
  }
  EXPECT_LT(before, 1e-4);
}

// The terms are a Neumann condition: constants see the net flux alone, and nothing of the
// vorticity.
TEST(PressureBoundary, GivesConstantsTheNetFlux) {
  const auto world = comm::Communicator::world();
  const auto one = [](const Point&) { return 1.0; };
  const Scheme scheme(2);
  for (const auto& space : {space::FunctionSpace(test::cube_232.mesh(5, world), world),
                            test::moved(test::cube_232, 5, test::wavy, world)}) {
    PressureBoundary walls(space, faces_of(VelocityCondition::wall));
    const auto velocity = vector_function(
        [](const Point& x) { return Point{x[0] * x[0] * x[1], std::exp(x[2]), x[0] * x[2]}; });
    walls.record(field_of(space, velocity));
    walls.record(field_of(space, velocity, 0.4));
    walls.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
    EXPECT_NEAR(tested(space, walls, one), 0, 1e-13);
    EXPECT_EQ(world.sum(walls.given_flux().through), 0);
    PressureBoundary given(space, faces_of(VelocityCondition::velocity, velocity));
    given.record(field_of(space, velocity));
    given.record(field_of(space, velocity));
    given.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
    const double net = world.sum(given.given_flux().net);
    EXPECT_NEAR(tested(space, given, one), -scheme.bdf.leading * net, 1e-11);
    EXPECT_GT(world.sum(given.given_flux().through), std::abs(net));
  }
}

TEST(PressureBoundary, ExtrapolatesTheVorticityInTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  const auto velocity = vector_function(cubic_flow);
  PressureBoundary walls(space, faces_of(VelocityCondition::wall));
  // A flow that grows like 1, 2, and so 3.
  walls.record(field_of(space, velocity, 1));
  walls.record(field_of(space, velocity, 2));
  const Scheme first(1), second(2);
  walls.update(inflow_viscosity, first.bdf, first.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -2 * inflow_viscosity * vorticity_integral, 1e-12);
  walls.update(inflow_viscosity, second.bdf, second.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -3 * inflow_viscosity * vorticity_integral, 1e-12);
}

// The same identity on elements that do not lie along the axes: affine ones integrate it exactly.
TEST(PressureBoundary, IsTheIntegralOfGreenOnCurvedElements) {
  const auto world = comm::Communicator::world();
  const auto inside = [](const Point& x) {
    return x[1] * -2 * x[2] + x[0] * -2 * x[0] + 2 * x[2] * -2 * x[1];
  };
  const auto error = [&](const space::FunctionSpace& space) {
    PressureBoundary walls(space, faces_of(VelocityCondition::wall));
    walls.record(field_of(space, vector_function(cubic_flow)));
    const Scheme scheme(1);
    walls.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
    const double exact = -inflow_viscosity * test::integral(space, inside);
    EXPECT_GT(std::abs(exact), 0.1);
    return std::abs(tested(space, walls, weight) - exact);
  };
  EXPECT_LT(error(test::moved(test::cube_232, 4, test::affine, world)), 1e-11);
  double before = 1;
  for (const int order : {4, 7, 10}) {
    const double now = error(test::moved(test::cube_232, order, test::wavy, world));
    EXPECT_LT(now, before / 20) << order;
    before = now;
  }
}

// On z_max alone: n x omega = (-omega_y, omega_x, 0), with omega = (x^2 - 2 x z, ...) of
// `cubic_flow`.
TEST(PressureBoundary, OfOneFaceTouchesItsNodesAlone) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  auto faces = faces_of(VelocityCondition::symmetry);
  faces[5] = {VelocityCondition::wall, {}, false};
  PressureBoundary lid(space, faces);
  lid.record(field_of(space, vector_function(cubic_flow)));
  const Scheme scheme(1);
  lid.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
  // omega_x = x^2 - 2 x z, omega_y = y^2 - 2 x y; grad weight = (y, x, 2 z):
  // int -y^3 + 2 x y^2 + x^3 - 2 x^2 over the square.
  EXPECT_NEAR(tested(space, lid, weight), -inflow_viscosity * (-0.25 + 1.0 / 3 + 0.25 - 2.0 / 3),
              1e-12);
  EXPECT_EQ(tested(space, lid, [](const Point& x) { return x[2] == 1 ? 0.0 : std::exp(x[0]); }), 0);
}

TEST(PressureBoundary, TakesTheGivenVelocityAtTheNewTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  const auto zero = [](const space::Points&, double, std::span<double> out) {
    std::ranges::fill(out, 0.0);
  };
  std::set<double> times;
  const auto growing = [&](const space::Points& x, double t, std::span<double> out) {
    times.insert(t);
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = t * x.y[q];
  };
  const auto square = [](const Point& x) { return x[0] * x[1]; };
  for (const bool depends_on_time : {true, false}) {
    auto faces = faces_of(VelocityCondition::symmetry);
    faces[1] = {VelocityCondition::velocity, {growing, zero, zero}, depends_on_time};
    PressureBoundary boundary(space, faces);
    boundary.record(space.make_vector_field());
    const Scheme scheme(2);
    times.clear();
    for (const double t : {3.0, 5.0}) {
      boundary.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, t);
      const double time = depends_on_time ? t : 3.0;
      // The flux through x = 1 is t / 2, weighted with y t / 3.
      EXPECT_NEAR(world.sum(boundary.given_flux().net), time / 2, 1e-13);
      EXPECT_NEAR(world.sum(boundary.given_flux().through), time / 2, 1e-13);
      EXPECT_NEAR(tested(space, boundary, square), -scheme.bdf.leading * time / 3, 1e-11);
    }
    EXPECT_EQ(world.max(static_cast<double>(times.size())), depends_on_time ? 2 : 1);
  }
}

TEST(PressureBoundary, SymmetryAndOutflowHaveNoTerms) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  const Scheme scheme(1);
  for (const auto kind : {VelocityCondition::symmetry, VelocityCondition::outflow}) {
    PressureBoundary boundary(space, faces_of(kind));
    boundary.record(field_of(space, vector_function(cubic_flow)));
    boundary.update(inflow_viscosity, scheme.bdf, scheme.extrapolation, 0);
    EXPECT_EQ(tested(space, boundary, weight), 0);
  }
}

}  // namespace
}  // namespace lobatto::physics
