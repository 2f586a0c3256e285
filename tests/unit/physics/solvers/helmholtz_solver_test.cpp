// The solvers of the implicit problems against analytic solutions and against each other, with
// every pair of conditions along every direction of a box.
#include "physics/solvers/helmholtz_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "space/element_operators.hpp"
#include "support/curved_spaces.hpp"
#include "support/weak_forms.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;
using test::Block;
using test::function_of_place;
using test::Point;

using std::numbers::pi;
using enum poly::EndCondition;

/// The conditions along one direction, with an eigenfunction: sin or cos of (frequency x + phase).
struct Line {
  bool periodic;
  EndCondition lower, upper;
  double frequency, phase;
  char letter;
};
const Line closed{false, dirichlet, dirichlet, pi, 0, 'D'},
    natural{false, neumann, neumann, pi, pi / 2, 'N'},
    begun{false, dirichlet, neumann, pi / 2, 0, 'B'},
    ended{false, neumann, dirichlet, pi / 2, pi / 2, 'E'},
    endless{true, neumann, neumann, 2 * pi, 0.4, 'P'};
using Lines = std::array<Line, 3>;

std::string name_of(const Lines& lines) {
  return {lines[0].letter, lines[1].letter, lines[2].letter};
}

space::BoundaryConditions conditions_of(const Lines& lines) {
  space::BoundaryConditions conditions;
  for (const auto& line : lines) conditions.insert(conditions.end(), {line.lower, line.upper});
  return conditions;
}

Block cube_of(const Lines& lines) {
  return {
      {0, 0, 0}, {1, 1, 1}, {2, 3, 2}, {lines[0].periodic, lines[1].periodic, lines[2].periodic}};
}

double product(const Lines& lines, const Point& x) {
  double value = 1;
  for (int d = 0; d < 3; ++d) value *= std::sin(lines[d].frequency * x[d] + lines[d].phase);
  return value;
}

double eigenvalue(const Lines& lines) {
  double sum = 0;
  for (const auto& line : lines) sum += line.frequency * line.frequency;
  return sum;
}

/// f = M times a function, and the problem with it.
struct RightHandSide {
  template <class Function>
  RightHandSide(const space::FunctionSpace& space, Function function) : field(space.make_field()) {
    space.evaluate(function_of_place(function), 0, field);
    space::multiply_by_mass(space, 0, space.n_elements(), field.data(), field.data());
  }
  space::Field field;
};

space::Field solution(HelmholtzSolver& solver, double sigma, double nu,
                      const space::FunctionSpace& space, const RightHandSide& rhs) {
  auto u = space.make_field();
  u.fill(7);  // what is there is no guess
  EXPECT_TRUE(solver.solve(sigma, nu, rhs.field, {{}, u}).solves[0].converged);
  return u;
}

/// The largest assembled residual at a node that is not held, element by element.
double residual(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                double sigma, double nu, const space::Field& f, const space::Field& u) {
  auto r = test::helmholtz_image(space, sigma, nu, u);
  for (std::size_t q = 0; q < r.size(); ++q) r[q] = f[q] - r[q];
  space.gather_scatter().add(r);
  const auto mask = space::dirichlet_mask(space, conditions);
  for (std::size_t q = 0; q < r.size(); ++q) r[q] *= mask[q];
  return space.max_abs(r);
}

double difference(const space::FunctionSpace& space, const space::Field& a, const space::Field& b) {
  auto c = space.make_field();
  for (std::size_t q = 0; q < a.size(); ++q) c[q] = a[q] - b[q];
  return space.max_abs(c);
}

class EveryCondition : public testing::TestWithParam<Lines> {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
  space::BoundaryConditions conditions_ = conditions_of(GetParam());
  perf::Profiler profiler_;

  std::unique_ptr<HelmholtzSolver> direct(const space::FunctionSpace& space) {
    return make_tensor_helmholtz(space, conditions_, make_workspace());
  }
  std::unique_ptr<HelmholtzSolver> iterative(const space::FunctionSpace& space) {
    return make_jacobi_cg_helmholtz(space, conditions_, {1e-13, 2000, 0}, 1);
  }
  std::unique_ptr<HelmholtzSolver> multigrid(const space::FunctionSpace& space) {
    return make_schwarz_poisson(space, conditions_, {1e-12, 200, 0, true}, profiler_);
  }
  /// The largest difference between a field and the eigenfunction.
  double error(const space::FunctionSpace& space, const space::Field& u) {
    auto exact = space.make_field();
    space.evaluate(function_of_place([&](const Point& x) { return product(GetParam(), x); }), 0,
                   exact);
    return difference(space, u, exact);
  }
  double helmholtz_error(int order);
  double poisson_error(int order);
};

/// That of the solvers at an order, which have one solution.
double EveryCondition::helmholtz_error(int order) {
  constexpr double sigma = 12, nu = 0.3;
  const auto& lines = GetParam();
  const double factor = sigma + nu * eigenvalue(lines);
  const space::FunctionSpace space(cube_of(lines).mesh(order, world_), world_);
  const RightHandSide rhs(space, [&](const Point& x) { return factor * product(lines, x); });
  const auto u = solution(*direct(space), sigma, nu, space, rhs);
  const auto v = solution(*iterative(space), sigma, nu, space, rhs);
  EXPECT_LT(difference(space, u, v), 1e-11);
  for (const auto* w : {&u, &v})
    EXPECT_LT(residual(space, conditions_, sigma, nu, rhs.field, *w), 1e-12);
  return error(space, u);
}

double EveryCondition::poisson_error(int order) {
  const auto& lines = GetParam();
  const bool is_singular = std::ranges::count(conditions_, dirichlet) == 0;
  const space::FunctionSpace space(cube_of(lines).mesh(order, world_), world_);
  // The constant is the part that no solution has, where nothing holds the level.
  const double constant = is_singular ? 0.5 : 0.0;
  const RightHandSide rhs(
      space, [&](const Point& x) { return constant + eigenvalue(lines) * product(lines, x); });
  const auto u = solution(*direct(space), 0, 1, space, rhs);
  const auto v = solution(*multigrid(space), 0, 1, space, rhs);
  EXPECT_LT(difference(space, u, v), 1e-10);
  if (is_singular) {
    EXPECT_NEAR(space.mean(u), 0, 1e-12);
    EXPECT_NEAR(space.mean(v), 0, 1e-12);
  } else {
    for (const auto* w : {&u, &v})
      EXPECT_LT(residual(space, conditions_, 0, 1, rhs.field, *w), 1e-11);
  }
  return error(space, u);
}

TEST_P(EveryCondition, HelmholtzSolversFindTheEigenfunction) {
  EXPECT_LT(helmholtz_error(4), 2e-3);
}

TEST_P(EveryCondition, PoissonSolversFindTheEigenfunctionOfMeanZero) {
  EXPECT_LT(poisson_error(4), 2e-3);
}

/// What the orders make of it is the same on any number of ranks.
class EveryConditionConverges : public EveryCondition {
 protected:
  template <class Error>
  static void expect_exponential(Error error) {
    double before = 1;
    for (const int order : {3, 5, 7}) {
      const double now = error(order);
      EXPECT_LT(now, before / 15) << order;
      before = now;
    }
    EXPECT_LT(before, 1e-5);
  }
};

TEST_P(EveryConditionConverges, OfHelmholtzSolvers) {
  expect_exponential([this](int order) { return helmholtz_error(order); });
}

TEST_P(EveryConditionConverges, OfPoissonSolvers) {
  expect_exponential([this](int order) { return poisson_error(order); });
}

const auto various_lines = testing::Values(
    Lines{closed, closed, closed}, Lines{natural, natural, natural},
    Lines{endless, endless, endless}, Lines{begun, ended, natural}, Lines{ended, endless, begun},
    Lines{natural, closed, endless}, Lines{endless, natural, natural});
const auto letters = [](const testing::TestParamInfo<Lines>& with) { return name_of(with.param); };
INSTANTIATE_TEST_SUITE_P(HelmholtzSolver, EveryCondition,
                         testing::Values(Lines{natural, closed, endless},
                                         Lines{begun, ended, natural},
                                         Lines{endless, natural, natural}),
                         letters);
INSTANTIATE_TEST_SUITE_P(HelmholtzSolver, EveryConditionConverges, various_lines, letters);

// The faces of the cube stay where they are, the elements between them are curved.
TEST(HelmholtzSolverOnCurves, ConvergesExponentially) {
  const auto world = comm::Communicator::world();
  const Lines lines{closed, natural, begun};
  const auto conditions = conditions_of(lines);
  std::array before{1.0, 1.0};
  for (const int order : {4, 6, 8}) {
    const auto space = test::moved(cube_of(lines), order, test::stirred, world);
    auto exact = space.make_field();
    space.evaluate(function_of_place([&](const Point& x) { return product(lines, x); }), 0, exact);
    const auto cg = make_jacobi_cg_helmholtz(space, conditions, {1e-9, 2000, 0}, 1);
    perf::Profiler profiler;
    const auto multigrid = make_schwarz_poisson(space, conditions, {1e-9, 200, 0, true}, profiler);
    const auto error = [&](HelmholtzSolver& solver, double sigma) {
      const double factor = sigma + eigenvalue(lines);
      const RightHandSide rhs(space, [&](const Point& x) { return factor * product(lines, x); });
      return difference(space, solution(solver, sigma, 1, space, rhs), exact);
    };
    const std::array now{error(*cg, 5), error(*multigrid, 0)};
    for (int k = 0; k < 2; ++k) EXPECT_LT(now[k], before[k] / 8) << order;
    before = now;
  }
  EXPECT_LT(std::max(before[0], before[1]), 1e-5);
}

// The projection knows the answer to the same question asked louder, in single precision.
TEST(HelmholtzSolver, ThePoissonSolverRemembersItsSolutions) {
  const auto world = comm::Communicator::world();
  const Lines lines{closed, natural, endless};
  const space::FunctionSpace space(cube_of(lines).mesh(6, world), world);
  const auto source = [](double factor) {
    return [factor](const Point& x) { return factor * std::exp(x[0] - x[1]); };
  };
  const RightHandSide once(space, source(1)), twice(space, source(2));
  perf::Profiler profiler;
  const auto solver = make_schwarz_poisson(space, conditions_of(lines), {1e-9, 200, 4}, profiler);
  auto u = space.make_field(), v = space.make_field();
  const auto first = solver->solve(0, 1, once.field, {{}, u}).solves[0],
             second = solver->solve(0, 1, twice.field, {{}, v}).solves[0];
  EXPECT_LT(second.initial_residual, 1e-3 * first.initial_residual);
  EXPECT_LT(second.iterations, first.iterations);
  for (double& value : u) value *= 2;
  EXPECT_LT(difference(space, u, v), 1e-7 * space.max_abs(v));
}

// Where nothing holds the level, the mean does, whatever the elements are.
TEST(HelmholtzSolver, ThePoissonSolverTakesTheMeanAway) {
  const auto world = comm::Communicator::world();
  const Lines lines{natural, natural, natural};
  const auto graded = [](const Point& x) {
    const auto y = test::wavy(x);
    return Point{y[0] * (1 + y[0]), y[1], y[2] + y[0]};
  };
  const auto space = test::moved(cube_of(lines), 5, graded, world);
  const RightHandSide rhs(space, [](const Point& x) { return std::exp(x[0] - x[1]); });
  perf::Profiler profiler;
  const auto solver =
      make_schwarz_poisson(space, conditions_of(lines), {1e-8, 200, 0, true}, profiler);
  const auto u = solution(*solver, 0, 1, space, rhs);
  EXPECT_NEAR(space.mean(u), 0, 1e-13);
  EXPECT_GT(space.max_abs(u), 0.1);
  // The equation without the mean of its right-hand side.
  auto balanced = rhs.field, mass = space.make_field();
  mass.fill(1);
  const double mean =
      world.sum(std::accumulate(balanced.begin(), balanced.end(), 0.0)) / space.volume();
  space::multiply_by_mass(space, 0, space.n_elements(), mass.data(), mass.data());
  for (std::size_t q = 0; q < mass.size(); ++q) balanced[q] -= mean * mass[q];
  EXPECT_LT(residual(space, conditions_of(lines), 0, 1, balanced, u),
            1e-6 * space.max_abs(rhs.field));
}

TEST(HelmholtzSolver, AGuessIsWhereTheIterationBegins) {
  const auto world = comm::Communicator::world();
  const Lines lines{closed, natural, endless};
  const space::FunctionSpace space(cube_of(lines).mesh(5, world), world);
  const RightHandSide rhs(space, [&](const Point& x) { return product(lines, x); });
  const auto solver = make_jacobi_cg_helmholtz(space, conditions_of(lines), {1e-8, 2000, 0}, 1);
  const auto u = solution(*solver, 3, 1, space, rhs);
  auto v = space.make_field();
  EXPECT_EQ(solver->solve(3, 1, rhs.field, {u, v}).solves[0].iterations, 0);
  EXPECT_LT(difference(space, u, v), 1e-14);
}

TEST(HelmholtzSolver, IsMadeByItsMethod) {
  const auto world = comm::Communicator::world();
  const Lines lines{closed, closed, closed};
  const auto workspace = make_workspace();
  const auto make = [&](SolverMethod method, const space::FunctionSpace& space) {
    return make_helmholtz_solver(method, space, conditions_of(lines), {}, 1, workspace);
  };
  const space::FunctionSpace space(cube_of(lines).mesh(3, world), world);
  EXPECT_EQ(make(SolverMethod::tensor_direct, space)->name(), "tensor-direct");
  EXPECT_EQ(make(SolverMethod::tensor_cg, space)->name(), "tensor-cg");
  EXPECT_EQ(make(SolverMethod::jacobi_cg, space)->name(), "jacobi-cg");
  const auto moved = test::moved(cube_of(lines), 3, test::wavy, world);
  for (const auto method : {SolverMethod::tensor_direct, SolverMethod::tensor_cg})
    EXPECT_THROW(static_cast<void>(make(method, moved)), base::Error);
  perf::Profiler profiler;
  const auto poisson = make_schwarz_poisson(space, conditions_of(lines), {}, profiler);
  EXPECT_EQ(poisson->name(), "schwarz-multigrid");
  auto u = space.make_field();
  const RightHandSide rhs(space, [](const Point&) { return 1.0; });
  EXPECT_THROW(poisson->solve(1, 1, rhs.field, {{}, u}), base::Error);
  EXPECT_THROW(poisson->solve(0, 2, rhs.field, {{}, u}), base::Error);
}

}  // namespace
}  // namespace lobatto::physics
