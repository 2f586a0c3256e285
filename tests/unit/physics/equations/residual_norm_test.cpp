// What the iterative solvers report as residual, against the residual of the solution computed
// element by element: as a function, root mean square over the volume.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/weak_forms.hpp"

#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/boundary.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;

/// Two walls and an open side, elements of very different lengths.
mesh::BoxMesh graded_box(int order, const comm::Communicator& communicator) {
  const mesh::Axis x{{0.0, 0.02, 0.5, 1.0}, false}, y{mesh::uniform_ticks(0, 1, 3), false},
      z{mesh::uniform_ticks(0, 1, 2), true};
  return mesh::make_box_mesh({x, y, z}, order, communicator.rank(), communicator.size());
}

space::SpaceTimeFunction moved(int component) {
  return [=](const space::Points& p, double, std::span<double> out) {
    constexpr double pi = std::numbers::pi;
    const std::array<std::span<const double>, 3> x{p.x, p.y, p.z};
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = x[component][q] +
               0.04 * std::sin(2 * pi * p.x[q]) * std::sin(pi * p.y[q]) * std::sin(2 * pi * p.z[q]);
  };
}

/// The root mean square of the function r_q / B_q at the nodes that are no Dirichlet nodes.
double function_norm(const space::FunctionSpace& space, const space::Field& assembled,
                     const space::Field& mask) {
  space::Field mass = space.make_field(), square = space.make_field();
  const std::size_t size = space.element_size();
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto of_element = space.mass(e);
    for (std::size_t q = 0; q < size; ++q) mass[e * size + q] = of_element(q);
  }
  space.gather_scatter().add(mass);
  for (std::size_t q = 0; q < mass.size(); ++q)
    square[q] = mask[q] * assembled[q] * assembled[q] / (mass[q] * mass[q]);
  return std::sqrt(space.mean(square));
}

void expect_true_report(const space::FunctionSpace& space, HelmholtzSolver& solver, double sigma,
                        double tolerance, const space::BoundaryConditions& conditions) {
  space::Field rhs = space.make_field(), u = space.make_field();
  space.evaluate(
      [](const space::Points& p, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q)
          out[q] = std::exp(-3 * p.x[q]) * std::cos(4 * p.y[q]) + p.x[q] * std::sin(6.28 * p.z[q]);
      },
      0.0, rhs);
  space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
  const auto report = solver.solve(sigma, 1.0, rhs, {{}, u}).solves[0];

  space::Field residual = test::helmholtz_image(space, sigma, 1.0, u);
  for (std::size_t q = 0; q < rhs.size(); ++q) residual[q] = rhs[q] - residual[q];
  space.gather_scatter().add(residual);
  space.gather_scatter().add(rhs);
  const auto mask = space::dirichlet_mask(space, conditions);
  const double computed = function_norm(space, residual, mask);
  const double right_hand_side = function_norm(space, rhs, mask);
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.iterations, 1);
  EXPECT_NEAR(report.residual, computed, 1e-5 * computed);
  EXPECT_LE(computed, 1.0001 * tolerance * right_hand_side);
  EXPECT_GT(computed, 1e-4 * tolerance * right_hand_side);
}

class ResidualNorm : public ::testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] space::FunctionSpace make_space() const {
    const auto box = graded_box(4, world);
    if (GetParam()) return {box, {moved(0), moved(1), moved(2)}, world};
    return {box, world};
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space = make_space();
  space::BoundaryConditions conditions{EndCondition::dirichlet, EndCondition::neumann,
                                       EndCondition::dirichlet, EndCondition::neumann};
};

TEST_P(ResidualNorm, OfJacobiCgIsThatOfTheResidualAsAFunction) {
  for (const double tolerance : {1e-2, 1e-5}) {
    const auto solver = make_jacobi_cg_helmholtz(space, conditions, {.tolerance = tolerance}, 1);
    expect_true_report(space, *solver, 200.0, tolerance, conditions);
  }
}

TEST_P(ResidualNorm, OfTheMultigridIsThatOfTheResidualAsAFunction) {
  for (const double tolerance : {1e-2, 1e-5}) {
    perf::Profiler profiler;
    const auto solver = make_schwarz_poisson(
        space, conditions, {.tolerance = tolerance, .projection_vectors = 0}, profiler);
    expect_true_report(space, *solver, 0.0, tolerance, conditions);
  }
}

/// The root mean square of the difference from a solution, of its gradient with sigma = 0, where
/// the solver was told what is enough.
struct Left {
  double error;
  int iterations;
};
Left left_by(const space::FunctionSpace& space, HelmholtzSolver& solver, double sigma,
             double enough) {
  space::Field rhs = space.make_field(), u = space.make_field(), exact = space.make_field();
  space.evaluate(
      [](const space::Points& p, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q)
          out[q] = std::exp(-3 * p.x[q]) * std::cos(4 * p.y[q]) + p.x[q] * std::sin(6.28 * p.z[q]);
      },
      0.0, rhs);
  space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
  solver.solve(sigma, 1.0, rhs, {{}, exact});
  const int iterations = solver.solve(sigma, 1.0, rhs, {{}, u, enough}).solves[0].iterations;
  for (std::size_t q = 0; q < u.size(); ++q) u[q] -= exact[q];
  if (sigma > 0) return {space.rms(u), iterations};
  const auto image = test::helmholtz_image(space, 0, 1.0, u);
  double energy = 0;
  for (std::size_t q = 0; q < u.size(); ++q) energy += u[q] * image[q];
  return {std::sqrt(space.communicator().sum(energy) / space.volume()), iterations};
}

TEST_P(ResidualNorm, OfJacobiCgBoundsTheErrorThatIsEnough) {
  const IterativeHelmholtz tight{.tolerance = 1e-11};
  IterativeHelmholtz follows = tight;
  follows.follows_steps = true;
  const auto fixed = make_jacobi_cg_helmholtz(space, conditions, tight, 1);
  const auto solver = make_jacobi_cg_helmholtz(space, conditions, follows, 1);
  for (const double enough : {1e-4, 1e-6}) {
    const Left left = left_by(space, *solver, 200.0, enough);
    EXPECT_LE(left.error, enough);
    EXPECT_GT(left.error, 1e-3 * enough);
    EXPECT_LT(left.iterations, left_by(space, *fixed, 200.0, enough).iterations);
  }
  EXPECT_LT(left_by(space, *fixed, 200.0, 1e-4).error, 1e-10);
}

// A residual has shorter waves than the solution, so that it leaves less in the gradient.
TEST_P(ResidualNorm, OfTheMultigridKeepsTheGradientNearWhatIsEnough) {
  perf::Profiler profiler;
  const auto solver = make_schwarz_poisson(
      space, conditions, {.tolerance = 1e-10, .projection_vectors = 0, .follows_steps = true},
      profiler);
  for (const double enough : {1e-3, 1e-5}) {
    const Left left = left_by(space, *solver, 0.0, enough);
    EXPECT_LE(left.error, enough);
    EXPECT_GT(left.error, 1e-3 * enough);
  }
}

INSTANTIATE_TEST_SUITE_P(BoxAndCurved, ResidualNorm, ::testing::Values(false, true));

}  // namespace
}  // namespace lobatto::physics
