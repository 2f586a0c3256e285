// Conjugate gradients on modes, with a diffusivity that goes from 1/3 to 3 on a box of three kinds
// of ends: walls in x, one wall in y, periodic in z.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/weak_forms.hpp"

#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"
#include "space/scaled_stiffness.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;
using std::numbers::pi;
constexpr double mass_factor = 5;

class TensorCg : public ::testing::Test {
 protected:
  /// f = M (what is not smooth over the box), and k = 3^sin(...).
  struct Problem {
    Problem(const comm::Communicator& communicator, int n_elements, int order)
        : space(box(communicator, n_elements, order), communicator),
          k(space.make_field()),
          f(space.make_field()),
          stiffness(space) {
      space.evaluate(
          [](const space::Points& p, double, std::span<double> out) {
            for (std::size_t q = 0; q < out.size(); ++q)
              out[q] = std::pow(3.0, std::sin(2 * p.x[q] + p.y[q]) * std::cos(2 * pi * p.z[q]));
          },
          0.0, k);
      stiffness.update(k);
      space.evaluate(
          [](const space::Points& p, double, std::span<double> out) {
            for (std::size_t q = 0; q < out.size(); ++q)
              out[q] = std::exp(p.x[q] - p.y[q]) + std::sin(7 * p.x[q]) * std::cos(5 * p.y[q]);
          },
          0.0, f);
      space::multiply_by_mass(space, 0, space.n_elements(), f.data(), f.data());
    }

    static mesh::BoxMesh box(const comm::Communicator& communicator, int n_elements, int order) {
      const mesh::Axis x{mesh::uniform_ticks(0, 1, n_elements), false}, y{{0, 0.3, 0.4, 1}, false},
          z{mesh::uniform_ticks(0, 1, 2), true};
      return mesh::make_box_mesh({x, y, z}, order, communicator.rank(), communicator.size());
    }

    space::Field solve(HelmholtzSolver& solver, const space::StiffnessCoefficient& coefficient,
                       krylov::SolveReport& report) {
      auto u = space.make_field();
      report = solver.solve(mass_factor, coefficient, f, {{}, u}).solves[0];
      EXPECT_TRUE(report.converged);
      return u;
    }

    space::FunctionSpace space;
    space::Field k, f;
    space::ScaledStiffness stiffness;
  };

  [[nodiscard]] static std::unique_ptr<HelmholtzSolver> make(SolverMethod method,
                                                             const space::FunctionSpace& space) {
    return make_helmholtz_solver(method, space, conditions,
                                 {.tolerance = 1e-11, .max_iterations = 2000}, 1, make_workspace());
  }

  comm::Communicator world = comm::Communicator::world();
  inline static const space::BoundaryConditions conditions{
      EndCondition::dirichlet, EndCondition::dirichlet, EndCondition::dirichlet,
      EndCondition::neumann,   EndCondition::periodic,  EndCondition::periodic};
};

/// The largest |f - sigma M u - (grad v, k grad u)| at a node that is not held, from gradients,
/// over the largest |f|.
double residual(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                const space::Field& k, const space::Field& f, const space::Field& u) {
  auto r = test::helmholtz_image(space, mass_factor, k, u), whole_f = f;
  for (std::size_t q = 0; q < r.size(); ++q) r[q] = f[q] - r[q];
  const auto mask = space::dirichlet_mask(space, conditions);
  for (auto* sums : {&r, &whole_f}) {
    space.gather_scatter().add(*sums);
    for (std::size_t q = 0; q < r.size(); ++q) (*sums)[q] *= mask[q];
  }
  return space.max_abs(r) / space.max_abs(whole_f);
}

TEST_F(TensorCg, SolvesTheEquation) {
  Problem problem(world, 3, 6);
  const auto solver = make(SolverMethod::tensor_cg, problem.space);
  krylov::SolveReport report;
  const auto u = problem.solve(*solver, problem.stiffness, report);
  EXPECT_LT(residual(problem.space, conditions, problem.k, problem.f, u), 1e-10);
  EXPECT_GT(problem.space.max_abs(u), 0.01);
}

TEST_F(TensorCg, FollowsACoefficientThatChanges) {
  Problem problem(world, 3, 4);
  const auto solver = make(SolverMethod::tensor_cg, problem.space);
  krylov::SolveReport report;
  problem.solve(*solver, problem.stiffness, report);
  for (double& value : problem.k) value = 100 + value;
  problem.stiffness.update(problem.k);
  krylov::SolveReport now;
  const auto u = problem.solve(*solver, problem.stiffness, now);
  EXPECT_LT(residual(problem.space, conditions, problem.k, problem.f, u), 1e-10);
  EXPECT_LT(now.iterations, report.iterations / 2) << "it is nearly constant now";
}

TEST_F(TensorCg, IsDirectForANumber) {
  Problem problem(world, 3, 6);
  const auto solver = make(SolverMethod::tensor_cg, problem.space);
  krylov::SolveReport report;
  auto u = problem.solve(*solver, 0.7, report);
  EXPECT_EQ(report.iterations, 1);
  const auto v = problem.solve(*make(SolverMethod::tensor_direct, problem.space), 0.7, report);
  for (std::size_t q = 0; q < u.size(); ++q) u[q] -= v[q];
  EXPECT_LT(problem.space.max_abs(u), 1e-11 * problem.space.max_abs(v));
}

// The ratio of both operators is bounded by k alone; that of the diagonal grows with the order.
TEST_F(TensorCg, TakesAsManyIterationsOnAnyMesh) {
  Problem coarse(world, 2, 4), fine(world, 6, 9);
  const auto iterations = [](SolverMethod method, Problem& problem) {
    krylov::SolveReport report;
    problem.solve(*make(method, problem.space), problem.stiffness, report);
    return report.iterations;
  };
  const int before = iterations(SolverMethod::tensor_cg, coarse);
  EXPECT_LE(iterations(SolverMethod::tensor_cg, fine), before + 4);
  EXPECT_GT(iterations(SolverMethod::jacobi_cg, fine),
            2 * iterations(SolverMethod::jacobi_cg, coarse));
}

// The pressure where the density varies: no value is given, and the mean of u is zero.
TEST_F(TensorCg, SolvesThePoissonEquationOfAFieldAsMultigridDoes) {
  Problem problem(world, 4, 7);
  const space::BoundaryConditions open_to_constants{EndCondition::neumann,  EndCondition::neumann,
                                                    EndCondition::neumann,  EndCondition::neumann,
                                                    EndCondition::periodic, EndCondition::periodic};
  perf::Profiler profiler;
  const auto by_modes =
      make_tensor_cg_helmholtz(problem.space, open_to_constants,
                               {.tolerance = 1e-11, .max_iterations = 200}, make_workspace());
  const auto by_multigrid = make_schwarz_poisson(
      problem.space, open_to_constants, {.tolerance = 1e-11, .max_iterations = 200}, profiler);
  std::array<space::Field, 2> u{problem.space.make_field(), problem.space.make_field()};
  for (int i = 0; i < 2; ++i) {
    HelmholtzSolver& solver = i == 0 ? *by_modes : *by_multigrid;
    // As a guess the solution takes no further iterations.
    for (const bool has_guess : {false, true}) {
      const space::Field guess = u[i];
      HelmholtzProblem unknown{{}, u[i]};
      if (has_guess) unknown.guess = guess;
      const auto report = solver.solve(0, problem.stiffness, problem.f, unknown).solves[0];
      EXPECT_TRUE(report.converged);
      EXPECT_EQ(report.iterations > 2, !has_guess) << solver.name();
    }
    EXPECT_NEAR(problem.space.mean(u[i]), 0, 1e-13);
  }
  for (std::size_t q = 0; q < u[0].size(); ++q) EXPECT_NEAR(u[0][q], u[1][q], 1e-9);
}

// The mean of the mass's factor stands in the preconditioner.
TEST_F(TensorCg, TakesACapacityThatVaries) {
  Problem problem(world, 4, 7);
  auto capacity = problem.space.make_field();
  for (std::size_t q = 0; q < capacity.size(); ++q) capacity[q] = 1000 / problem.k[q];
  problem.stiffness.set_capacity(capacity);
  krylov::SolveReport by_modes, by_diagonal;
  const auto u = problem.solve(*make(SolverMethod::tensor_cg, problem.space), problem.stiffness,
                               by_modes),
             v = problem.solve(*make(SolverMethod::jacobi_cg, problem.space), problem.stiffness,
                               by_diagonal);
  EXPECT_LT(by_modes.iterations, 40);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], v[q], 1e-11);
}

}  // namespace
}  // namespace lobatto::physics
