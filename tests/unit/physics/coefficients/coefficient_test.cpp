// Coefficients that are fields: their values in time, and what solves and terms make of them.
#include "physics/coefficients/coefficient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "physics/closures/element_gradients.hpp"
#include "physics/coefficients/formula_law.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "physics/conditions/pressure_boundary.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "physics/terms/viscous_stress.hpp"
#include "support/flow_run.hpp"
#include "support/weak_forms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::field_of;
using test::function_of_place;
using test::integral;
using test::Point;
using test::tested;

/// Axis-aligned, and curved inside.
std::vector<space::FunctionSpace> both_geometries(int order, const comm::Communicator& world) {
  return {space::FunctionSpace(test::cube_222.mesh(order, world), world),
          test::moved(test::cube_222, order, test::stirred, world)};
}

double varying(const Point& x) { return 1.2 + std::sin(2 * x[0] - x[1]) * std::cos(x[2]); }

TEST(FieldCoefficient, JacobiCgLeavesNoResidual) {
  const auto world = comm::Communicator::world();
  const space::BoundaryConditions walls(mesh::n_faces, poly::EndCondition::dirichlet);
  for (const auto& space : both_geometries(6, world)) {
    auto k = space.make_field(), rhs = space.make_field(), u = space.make_field();
    space.evaluate(function_of_place(varying), 0, k);
    space.evaluate(function_of_place([](const Point& x) { return std::exp(x[0]) * x[1] - x[2]; }),
                   0, rhs);
    space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
    const auto solver = make_jacobi_cg_helmholtz(space, walls, {.tolerance = 1e-12}, 1);
    space::ScaledStiffness stiffness(space);
    for (const double factor : {1.0, 3.0}) {  // the second is another operator
      for (double& value : k) value *= factor;
      stiffness.update(k);
      ASSERT_TRUE(solver->solve(7.0, stiffness, rhs, {{}, u}).solves[0].converged);
      auto residual = test::helmholtz_image(space, 7.0, k, u), assembled = rhs;
      for (std::size_t q = 0; q < residual.size(); ++q) residual[q] -= rhs[q];
      space.gather_scatter().add(residual);
      space.gather_scatter().add(assembled);
      const auto mask = space::dirichlet_mask(space, walls);
      for (std::size_t q = 0; q < residual.size(); ++q) residual[q] *= mask[q];
      EXPECT_LT(space.max_abs(residual), 1e-10 * space.max_abs(assembled));
    }
  }
}

TEST(FieldCoefficient, OfOneValueSolvesAsTheNumberDoes) {
  const auto world = comm::Communicator::world();
  const space::BoundaryConditions walls(mesh::n_faces, poly::EndCondition::dirichlet);
  for (const auto& space : both_geometries(5, world)) {
    auto k = space.make_field(), u = space.make_field(), v = space.make_field(),
         mass = space.make_field();
    k.fill(0.3);
    mass.fill(1.0);
    space::multiply_by_mass(space, 0, space.n_elements(), mass.data(), mass.data());
    space::ScaledStiffness stiffness(space);
    stiffness.update(k);
    const auto solver = make_jacobi_cg_helmholtz(space, walls, {.tolerance = 1e-13}, 1);
    solver->solve(2.0, stiffness, mass, {{}, u});
    solver->solve(2.0, 0.3, mass, {{}, v});
    for (std::size_t q = 0; q < u.size(); ++q) v[q] -= u[q];
    EXPECT_LT(space.max_abs(v), 1e-12 * space.max_abs(u) + 1e-300);
  }
}

TEST(FieldCoefficient, IsRefusedByTheDirectSolver) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_222.mesh(3, world), world);
  const space::BoundaryConditions walls(mesh::n_faces, poly::EndCondition::dirichlet);
  const auto solver = make_tensor_helmholtz(space, walls, make_workspace());
  space::ScaledStiffness stiffness(space);
  auto u = space.make_field();
  EXPECT_THROW(solver->solve(1.0, stiffness, u, {{}, u}), base::Error);
}

TEST(FieldCoefficient, LiftsGivenValuesWithTheSameOperator) {
  const auto world = comm::Communicator::world();
  for (const auto& space : both_geometries(5, world)) {
    DirichletValues values(space);
    values.add_boundary(1, test::constant(2.0), false);
    values.update(0);
    auto k = space.make_field(), lift = space.make_field(), rhs = space.make_field();
    space.evaluate(function_of_place(varying), 0, k);
    space::ScaledStiffness stiffness(space);
    stiffness.update(k);
    lift.fill(0.0);
    values.impose(lift);
    rhs.fill(0.0);
    values.subtract_lift(3.0, stiffness, space::element_block(space, 0, space.n_elements()),
                         rhs.data());
    const auto expected = test::helmholtz_image(space, 3.0, k, lift);
    for (std::size_t q = 0; q < rhs.size(); ++q) EXPECT_NEAR(rhs[q], -expected[q], 1e-11);
  }
}

TEST(ShearRate, IsThatOfPlaneShearAndZeroInRotation) {
  const auto world = comm::Communicator::world();
  for (const auto& space : both_geometries(4, world)) {
    ShearRate rate(space);
    auto out = space.make_field();
    rate.evaluate(field_of(space, test::vector_function(
                                      [](const Point& x) { return Point{-3 * x[1], 0, 0}; })),
                  out);
    for (const double value : out) EXPECT_NEAR(value, 3, 1e-11);
    rate.evaluate(field_of(space, test::vector_function(
                                      [](const Point& x) { return Point{-x[1], x[0], 0}; })),
                  out);
    for (const double value : out) EXPECT_NEAR(value, 0, 1e-11);
    // Pure strain (x, -y, 0): 2 S : S = 4.
    rate.evaluate(field_of(space, test::vector_function(
                                      [](const Point& x) { return Point{x[0], -x[1], 0}; })),
                  out);
    for (const double value : out) EXPECT_NEAR(value, 2, 1e-11);
  }
}

/// A law that is a function of time alone, said to follow from the solution.
CoefficientSettings as_solution(std::function<double(double)> of_time) {
  FormulaLaw::Formula formula;
  formula.function = [of_time](const CoefficientInputs& at, std::span<double> out) {
    std::ranges::fill(out, of_time(at.t));
  };
  formula.dependence = Dependence::solution;
  return {std::make_shared<FormulaLaw>(std::move(formula))};
}

/// The prediction of the third step of length 0.1 from values at 0, 0.1 and 0.2.
double predicted(std::function<double(double)> of_time) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_222.mesh(2, world), world);
  state::State state(space, 3);
  state.declare("velocity", {.is_vector = true});
  Coefficient coefficient(state, "viscosity", as_solution(std::move(of_time)));
  coefficient.declare();
  for (const double t : {0.0, 0.1, 0.2}) {
    if (t > 0) coefficient.advance();
    coefficient.evaluate(t);
    if (t > 0) state.history().finish(state.history().begin(0.1));
  }
  coefficient.advance();
  coefficient.predict(state.history().begin(0.1));
  double largest = -1e300;
  for (const double value : coefficient.field().now()) largest = std::max(largest, value);
  return world.max(largest);
}

TEST(Coefficient, OfTheSolutionIsExtrapolatedWithTheOrderOfTheStep) {
  EXPECT_NEAR(predicted([](double t) { return 1 + t - 2 * t * t; }), 1 + 0.3 - 0.18, 1e-13);
}

TEST(Coefficient, ThatWouldTurnNegativeStaysAtAShareOfItsLeastLevel) {
  // 3 * 0.1 - 3 * 1 + 2 < 0
  const auto falling = [](double t) { return t < 0.05 ? 2.0 : t < 0.15 ? 1.0 : 0.1; };
  EXPECT_NEAR(predicted(falling), Coefficient::least_share * 0.1, 1e-15);
}

/// nu and a velocity without divergence, and the force sum_j d_j nu d_i u_j.
double viscosity_at(const Point& x) { return 1 + x[0] * x[0] + x[1] * x[2]; }
Point velocity_at(const Point& x) { return {x[1] * x[2], x[0] * x[0], x[0] * x[1]}; }
Point stress_force(const Point& x) {
  const Point grad{2 * x[0], x[2], x[1]};
  return {grad[1] * 2 * x[0] + grad[2] * x[1], grad[0] * x[2] + grad[2] * x[0], grad[0] * x[1]};
}

TEST(ViscousStress, IsTheForceAndItsPowerAndAddsItsExtrapolation) {
  const auto world = comm::Communicator::world();
  for (const auto& space : both_geometries(6, world)) {
    state::State state(space, 3);
    auto& velocity = state.declare("velocity", {.is_vector = true, .n_levels = 3});
    FormulaLaw::Formula formula;
    formula.function = [](const CoefficientInputs& at, std::span<double> out) {
      function_of_place(viscosity_at)(at.points, 0, out);
    };
    Coefficient viscosity(state, "viscosity", {std::make_shared<FormulaLaw>(std::move(formula))});
    viscosity.declare();
    viscosity.evaluate(0);
    velocity.vector(0) = field_of(space, test::vector_function(velocity_at));
    velocity.vector(1) = velocity.vector(0);
    ViscousStressTerm term(space, viscosity, velocity);
    const std::size_t size = space.element_size();
    auto e = space.make_vector_field();
    for (auto& component : e) component.fill(5.0);
    term.begin(0);
    term.add_to({0, space.n_elements(), 0, space.size()},
                std::array{e[0].data(), e[1].data(), e[2].data()});
    const auto expected = field_of(space, test::vector_function(stress_force));
    double power = 0;
    for (int i = 0; i < space.n_elements(); ++i) {
      const std::size_t begin = i * size;
      std::array<std::vector<double>, 3> mass_u;
      for (int d = 0; d < 3; ++d) {
        mass_u[d].resize(size);
        space::multiply_by_mass(space, i, 1, velocity.now(d).data() + begin, mass_u[d].data());
      }
      const std::array<const double*, 3> at{mass_u[0].data(), mass_u[1].data(), mass_u[2].data()};
      const auto block = space::element_block(space, i, 1);
      power += term.power(block, at);
      const auto sum = term.plus_extrapolated({1, {2.0}}, block, at);
      for (int d = 0; d < 3; ++d)
        for (std::size_t q = 0; q < size; ++q) {
          EXPECT_NEAR(e[d][begin + q], 5.0 - expected[d][begin + q], 2e-4);
          EXPECT_NEAR(sum[d][q], mass_u[d][q] + 2 * (5.0 - e[d][begin + q]), 1e-12);
        }
    }
    EXPECT_NEAR(world.sum(power),
                integral(space,
                         [](const Point& x) {
                           const Point u = velocity_at(x), f = stress_force(x);
                           return u[0] * f[0] + u[1] * f[1] + u[2] * f[2];
                         }),
                1e-5);
  }
}

/// On walls the surface term is - oint nu (n x omega) . grad q; here the whole surface is wall, so
/// that it is - int curl(nu omega) . grad q.
TEST(FieldViscosity, EntersTheSurfaceTermOfThePressureAtItsNodes) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_222.mesh(6, world), world);
  PressureBoundary boundary(space, test::faces_of(VelocityCondition::wall));
  // u = (0, 0, y^2): omega = (2 y, 0, 0); nu omega = (2 y nu, 0, 0), curl = (0, 2 y nu_z, -(2 y
  // nu)_y).
  boundary.record(field_of(
      space, test::vector_function([](const Point& x) { return Point{0, 0, x[1] * x[1]}; })));
  auto nu = space.make_field();
  space.evaluate(function_of_place([](const Point& x) { return 1 + x[1] * x[2]; }), 0, nu);
  const test::Scheme scheme(1);
  boundary.update(std::span<const double>(nu), scheme.bdf, scheme.extrapolation, 0);
  const auto rhs = test::right_hand_side(
      space, [&](const auto& block, double* out) { boundary.add_to(block, out); });
  // q = y z^2: grad q = (0, z^2, 2 y z)
  const double expected = integral(space, [](const Point& x) {
    const double y = x[1], z = x[2];
    return -(2 * y * y * z * z - (2 + 4 * y * z) * 2 * y * z);
  });
  EXPECT_NEAR(tested(space, rhs, [](const Point& x) { return x[1] * x[2] * x[2]; }), expected,
              1e-11);
  EXPECT_GT(std::abs(expected), 0.1);
}

}  // namespace
}  // namespace lobatto::physics
