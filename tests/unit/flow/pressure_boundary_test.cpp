#include "flow/pressure_boundary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../../support/curved_spaces.hpp"
#include "time/coefficients.hpp"

namespace lobatto::flow {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 3, 2}};
constexpr double viscosity = 0.3;

/// Divergence-free; the curl of its vorticity is (-2 z, -2 x, -2 y).
Point flow(const Point& x) { return {x[1] * x[1] * x[2], x[2] * x[2] * x[0], x[0] * x[0] * x[1]}; }
double weight(const Point& x) { return x[0] * x[1] + x[2] * x[2]; }
/// int grad weight . curl vorticity = int -6 y z - 2 x^2 over the unit cube, and int grad weight .
/// flow.
constexpr double vorticity_integral = -6.0 / 4 - 2.0 / 3;
constexpr double flow_integral = 1.0 / 8 + 1.0 / 9 + 1.0 / 6;

/// `function` of a place as a vector function, constant in time.
template <class Function>
VectorFunction vector_function(Function function) {
  VectorFunction components;
  for (int d = 0; d < 3; ++d)
    components[d] = function_of_place([function, d](const Point& x) { return function(x)[d]; });
  return components;
}

space::VectorField field_of(const space::FunctionSpace& space, const VectorFunction& function,
                            double factor = 1) {
  auto field = space.make_vector_field();
  for (int d = 0; d < 3; ++d) {
    space.evaluate(function[d], 0, field[d]);
    for (double& value : field[d]) value *= factor;
  }
  return field;
}

std::vector<VelocityFace> faces_of(VelocityCondition kind, const VectorFunction& velocity = {}) {
  return std::vector<VelocityFace>(mesh::n_faces, VelocityFace{kind, velocity, false});
}

/// Coefficients of a scheme with `order` levels of steps of 0.1.
struct Scheme {
  explicit Scheme(int order)
      : bdf(time::bdf(steps, order)), extrapolation(time::extrapolation(steps, order)) {}
  std::vector<double> steps{0.1, 0.1, 0.1};
  time::Bdf bdf;
  time::Extrapolation extrapolation;
};

/// sum q rhs over all nodes.
template <class Function>
double tested(const space::FunctionSpace& space, const PressureBoundary& boundary, Function q) {
  auto field = space.make_field();
  space.evaluate(function_of_place(q), 0, field);
  const std::size_t size = space.element_size();
  double sum = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    std::vector<double> rhs(size, 0.0);
    boundary.add_to(e, rhs.data());
    for (std::size_t i = 0; i < size; ++i) sum += field[e * size + i] * rhs[i];
  }
  return space.communicator().sum(sum);
}

// oint q n . (curl omega) = oint (n x omega) . grad q = int grad q . curl omega: polynomials of
// these degrees are integrated exactly.
TEST(PressureBoundary, HasTheExactTermsOfAPolynomialFlow) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(cube.mesh(4, world), world);
  const auto velocity = vector_function(flow);
  const Scheme scheme(1);
  PressureBoundary walls(space, faces_of(VelocityCondition::wall));
  walls.record(field_of(space, velocity));
  walls.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -viscosity * vorticity_integral, 1e-12);
  // Where the velocity is given it goes out with b_0.
  PressureBoundary given(space, faces_of(VelocityCondition::velocity, velocity));
  given.record(field_of(space, velocity));
  given.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
  EXPECT_NEAR(tested(space, given, weight),
              -viscosity * vorticity_integral - scheme.bdf.leading * flow_integral, 1e-11);
}

TEST(PressureBoundary, ConvergesExponentiallyOnCurvedElements) {
  const auto world = comm::Communicator::world();
  const auto velocity = vector_function(
      [](const Point& x) { return Point{std::sin(x[1] + 2 * x[2]), std::cos(x[2] - x[0]), x[0]}; });
  const Scheme scheme(1);
  const auto found = [&](int order) {
    const auto space = test::moved(cube, order, test::wavy, world);
    PressureBoundary boundary(space, faces_of(VelocityCondition::velocity, velocity));
    boundary.record(field_of(space, velocity));
    boundary.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
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
  for (const auto& space : {space::FunctionSpace(cube.mesh(5, world), world),
                            test::moved(cube, 5, test::wavy, world)}) {
    PressureBoundary walls(space, faces_of(VelocityCondition::wall));
    const auto velocity = vector_function(
        [](const Point& x) { return Point{x[0] * x[0] * x[1], std::exp(x[2]), x[0] * x[2]}; });
    walls.record(field_of(space, velocity));
    walls.record(field_of(space, velocity, 0.4));
    walls.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
    EXPECT_NEAR(tested(space, walls, one), 0, 1e-13);
    EXPECT_EQ(world.sum(walls.given_flux().through), 0);
    PressureBoundary given(space, faces_of(VelocityCondition::velocity, velocity));
    given.record(field_of(space, velocity));
    given.record(field_of(space, velocity));
    given.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
    const double net = world.sum(given.given_flux().net);
    EXPECT_NEAR(tested(space, given, one), -scheme.bdf.leading * net, 1e-11);
    EXPECT_GT(world.sum(given.given_flux().through), std::abs(net));
  }
}

TEST(PressureBoundary, ExtrapolatesTheVorticityInTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(cube.mesh(4, world), world);
  const auto velocity = vector_function(flow);
  PressureBoundary walls(space, faces_of(VelocityCondition::wall));
  // A flow that grows like 1, 2, and so 3.
  walls.record(field_of(space, velocity, 1));
  walls.record(field_of(space, velocity, 2));
  const Scheme first(1), second(2);
  walls.update(viscosity, first.bdf, first.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -2 * viscosity * vorticity_integral, 1e-12);
  walls.update(viscosity, second.bdf, second.extrapolation, 0);
  EXPECT_NEAR(tested(space, walls, weight), -3 * viscosity * vorticity_integral, 1e-12);
}

TEST(PressureBoundary, SymmetryAndOutflowHaveNoTerms) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(cube.mesh(4, world), world);
  const Scheme scheme(1);
  for (const auto kind : {VelocityCondition::symmetry, VelocityCondition::outflow}) {
    PressureBoundary boundary(space, faces_of(kind));
    boundary.record(field_of(space, vector_function(flow)));
    boundary.update(viscosity, scheme.bdf, scheme.extrapolation, 0);
    EXPECT_EQ(tested(space, boundary, weight), 0);
  }
}

}  // namespace
}  // namespace lobatto::flow
