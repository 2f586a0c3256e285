#include "direct/tensor_solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "box_problem.hpp"

namespace lobatto {
namespace {

using direct::BoxConditions;
using direct::TensorSolver;
using poly::EndCondition;
using poly::LineConditions;
using test::BoxProblem;

constexpr LineConditions periodic{EndCondition::periodic, EndCondition::periodic};
constexpr LineConditions walls{EndCondition::dirichlet, EndCondition::dirichlet};
constexpr LineConditions wall_free{EndCondition::dirichlet, EndCondition::neumann};
constexpr LineConditions free_wall{EndCondition::neumann, EndCondition::dirichlet};
constexpr LineConditions free_ends{EndCondition::neumann, EndCondition::neumann};
constexpr std::array all_conditions{periodic, walls, wall_free, free_wall, free_ends};

enum class Ticks { uniform, symmetric, geometric };

mesh::Axis axis(Ticks ticks, int n_elements, double length, const LineConditions& ends) {
  const bool closed = ends.lower == EndCondition::periodic;
  switch (ticks) {
    case Ticks::uniform:
      return {mesh::uniform_ticks(-0.25, length - 0.25, n_elements), closed};
    case Ticks::symmetric:
      return {mesh::sine_ticks(-0.5 * length, 0.5 * length, n_elements, 0.4), closed};
    default:
      return {mesh::geometric_ticks(0, length, n_elements, 1.3), closed};
  }
}

bool is_singular(const BoxConditions& conditions) {
  for (const auto& c : conditions) {
    if (c.lower == EndCondition::dirichlet || c.upper == EndCondition::dirichlet) return false;
  }
  return true;
}

std::string name_of(const BoxConditions& conditions) {
  std::string name;
  for (const auto& c : conditions) {
    for (const auto end : {c.lower, c.upper}) {
      name += end == EndCondition::periodic ? 'p' : end == EndCondition::dirichlet ? 'd' : 'n';
    }
  }
  return name;
}

/// Enough columns for five ranks, odd numbers among them.
std::array<mesh::Axis, 3> axes(const std::array<int, 3>& n_elements,
                               const std::array<Ticks, 3>& ticks, const BoxConditions& c) {
  return {axis(ticks[0], n_elements[0], 1.0, c[0]), axis(ticks[1], n_elements[1], 1.5, c[1]),
          axis(ticks[2], n_elements[2], 2.0, c[2])};
}

void expect_exact_solution(const BoxProblem& problem, const BoxConditions& conditions,
                           double mass_coefficient, double stiffness_coefficient) {
  constexpr double tolerance = 1e-12;
  const auto world = comm::Communicator::world();
  const bool singular = mass_coefficient == 0 && is_singular(conditions);
  TensorSolver solver(problem.mesh(), conditions, world);
  const auto f = problem.random_rhs(singular);
  std::vector<double> u(problem.size(), 1e300);
  solver.solve(mass_coefficient, stiffness_coefficient, f, u);
  SCOPED_TRACE(name_of(conditions) + " order " + std::to_string(problem.n() - 1) + ": " +
               solver.description());
  EXPECT_LT(problem.relative_residual(mass_coefficient, stiffness_coefficient, u, f), tolerance);
  EXPECT_LT(problem.jump(u), 1e-14);
  EXPECT_EQ(problem.fixed_value(u), 0.0);
  if (singular) {
    EXPECT_NEAR(problem.integral(u), 0.0, 1e-11);
  }
}

/// On all ranks, in slabs along a direction.
BoxProblem problem_of(const std::array<mesh::Axis, 3>& box, int order,
                      const BoxConditions& conditions, int last,
                      const comm::Communicator& communicator) {
  return {mesh::make_box_mesh(box, order, communicator.rank(), communicator.size(),
                              mesh::slabs_along(last)),
          conditions, communicator};
}

/// With each direction as the last one; on several ranks, where messages cost, with one in turn.
void expect_exact_solution(const std::array<mesh::Axis, 3>& box, int order,
                           const BoxConditions& conditions, double mass_coefficient,
                           double stiffness_coefficient) {
  const auto world = comm::Communicator::world();
  int turn = order;
  for (int d = 0; d < 3; ++d)
    turn += (d + 1) * static_cast<int>(conditions[d].lower) + static_cast<int>(conditions[d].upper);
  for (int last = 0; last < 3; ++last)
    if (world.size() == 1 || last == turn % 3)
      expect_exact_solution(problem_of(box, order, conditions, last, world), conditions,
                            mass_coefficient, stiffness_coefficient);
}

/// The grids of all ranks with slabs along each direction.
std::vector<mesh::RankGrid> all_grids() {
  const int n_ranks = comm::Communicator::world().size();
  std::vector<mesh::RankGrid> grids;
  for (int last = 0; last < 3; ++last)
    for (int n_x = 1; n_x <= n_ranks; ++n_x)
      for (int n_y = 1; n_y <= n_ranks / n_x; ++n_y)
        if (n_ranks % (n_x * n_y) == 0) grids.push_back({n_x, n_y, n_ranks / n_x / n_y, last});
  return grids;
}

/// Those of them that cut the columns along the direction that is taken first.
std::vector<mesh::RankGrid> grids_that_cut_columns() {
  auto grids = all_grids();
  std::erase_if(grids, [](const mesh::RankGrid& grid) {
    return grid.parts()[mesh::directions_up_to(grid.last)[0]] == 1;
  });
  return grids;
}

std::string text_of(const mesh::RankGrid& grid) {
  return std::to_string(grid.n_x) + " x " + std::to_string(grid.n_y) + " x " +
         std::to_string(grid.n_z) + ", " + "xyz"[grid.last] + " last";
}

/// All combinations on one rank. On more every combination costs messages: on two those that pair
/// each condition in each direction with each in each other one, on others each once in each
/// direction; the singular ones always.
bool is_worth_its_messages(int x, int y, int z) {
  constexpr int n = static_cast<int>(all_conditions.size());
  const int n_ranks = comm::Communicator::world().size();
  if (n_ranks == 1 || is_singular({all_conditions[x], all_conditions[y], all_conditions[z]}))
    return true;
  if (n_ranks == 2) return (x + 2 * y + z) % n == 0;
  return y == (x + 1) % n && z == (x + 3) % n;
}

TEST(TensorSolver, SolvesUnderAllCombinationsOfConditions) {
  constexpr std::array<Ticks, 3> kinds{Ticks::uniform, Ticks::symmetric, Ticks::geometric};
  constexpr int n = static_cast<int>(all_conditions.size());
  for (int c = 0; c < n * n * n; ++c) {
    const int x = c % n, y = c / n % n, z = c / (n * n);
    const BoxConditions conditions{all_conditions[x], all_conditions[y], all_conditions[z]};
    if (!is_worth_its_messages(x, y, z)) continue;
    const std::array ticks{kinds[c % 3], kinds[c / 3 % 3], kinds[c / 9 % 3]};
    expect_exact_solution(axes({2, 3, 2}, ticks, conditions), 3, conditions, c % 2 == 0 ? 0.0 : 7.0,
                          0.6);
  }
}

TEST(TensorSolver, SolvesAtHighOrders) {
  for (const int order : {7, 15, 31}) {
    const int few = order == 31 ? 1 : 2;
    const BoxConditions duct{walls, walls, periodic};
    expect_exact_solution(
        axes({few, 2, 3}, {Ticks::symmetric, Ticks::symmetric, Ticks::uniform}, duct), order, duct,
        50, 0.01);
    const BoxConditions mixed{wall_free, free_ends, free_wall};
    expect_exact_solution(
        axes({few, 3, 2}, {Ticks::geometric, Ticks::uniform, Ticks::geometric}, mixed), order,
        mixed, 0, 1);
  }
}

TEST(TensorSolver, SolvesOnPeriodicLinesOfManyElements) {
  const BoxConditions closed{periodic, periodic, periodic};
  const std::array uniform{Ticks::uniform, Ticks::uniform, Ticks::uniform};
  for (const int order : {1, 2, 3, 4}) {
    expect_exact_solution(axes({8, 6, 12}, uniform, closed), order, closed, 0, 1);
    expect_exact_solution(axes({5, 4, 3}, uniform, closed), order, closed, 3, 2);
  }
}

TEST(TensorSolver, SolvesAtTheLowestOrdersWithSingleElements) {
  for (const auto& c : all_conditions) {
    const BoxConditions conditions{c, c, free_ends};
    for (const int order : {1, 2}) {
      if (order == 1 && c == walls) continue;  // no unknowns
      expect_exact_solution(
          axes({1, 5, 1}, {Ticks::uniform, Ticks::uniform, Ticks::uniform}, conditions), order,
          conditions, 1, 1);
      expect_exact_solution(
          axes({3, 1, 5}, {Ticks::uniform, Ticks::uniform, Ticks::uniform}, conditions), order,
          conditions, 1, 1);
    }
  }
}

TEST(TensorSolver, GivesZeroWhereAllNodesAreFixed) {
  const BoxConditions conditions{walls, free_ends, free_ends};
  const auto world = comm::Communicator::world();
  const BoxProblem problem(axes({1, 2, 3}, {}, conditions), 1, conditions, world);
  TensorSolver solver(problem.mesh(), conditions, world);
  std::vector<double> u(problem.size(), 1.0);
  solver.solve(1, 1, problem.random_rhs(false), u);
  for (const double v : u) EXPECT_EQ(v, 0.0);
}

/// Along the first direction more ranks than elements and along the second fewer nodes than ranks,
/// too.
TEST(TensorSolver, SolvesWhereRanksSharePartsOfTheSameColumns) {
  const auto world = comm::Communicator::world();
  const std::array<std::pair<BoxConditions, double>, 4> problems{
      {{{periodic, walls, free_ends}, 2},
       {{walls, free_wall, periodic}, 0},
       {{wall_free, periodic, walls}, 7},
       {{periodic, free_ends, periodic}, 0}}};
  for (const auto& grid : grids_that_cut_columns()) {
    for (const auto& [conditions, mass] : problems) {
      for (const int order : {1, 4, 7}) {
        for (const auto& n : {std::array{3, 2, 2}, {2, 1, 3}, {8, 3, 2}}) {
          if (order == 1 && n[1] == 1 && conditions[1] == walls) continue;  // no unknowns
          SCOPED_TRACE(text_of(grid));
          const auto box =
              axes(n, {Ticks::uniform, Ticks::geometric, Ticks::symmetric}, conditions);
          const BoxProblem problem(mesh::make_box_mesh(box, order, grid, world.rank()), conditions,
                                   world);
          expect_exact_solution(problem, conditions, mass, 0.6);
        }
      }
    }
  }
}

/// The largest difference between a field on all ranks and one on this rank alone, over the largest
/// value.
double difference(const BoxProblem& shared, const std::vector<double>& u, const BoxProblem& whole,
                  const std::vector<double>& v) {
  const auto world = comm::Communicator::world();
  const auto [n_x, n_y, n_z] = mesh::n_elements_along(whole.mesh().axes);
  const std::size_t block = static_cast<std::size_t>(shared.n()) * shared.n() * shared.n();
  double largest = 0, found = 0;
  for (const double value : v) largest = std::max(largest, std::abs(value));
  for (int e = 0; e < shared.mesh().n_local_elements(); ++e) {
    const auto [x, y, z] = shared.mesh().element_index(e);
    const std::size_t there = static_cast<std::size_t>((z * n_y + y) * n_x + x) * block;
    for (std::size_t q = 0; q < block; ++q)
      found = std::max(found, std::abs(v[there + q] - u[e * block + q]));
  }
  return world.max(found) / largest;
}

TEST(TensorSolver, GivesTheSameOnAnyNumberOfRanksAndInAnyOrderOfDirections) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  const BoxConditions conditions{walls, free_wall, periodic};
  const auto box =
      axes({3, 3, 5}, {Ticks::symmetric, Ticks::geometric, Ticks::uniform}, conditions);
  const BoxProblem whole(box, 4, conditions, self);
  std::vector<double> v(whole.size());
  TensorSolver(whole.mesh(), conditions, self).solve(2, 0.5, whole.random_rhs(false), v);
  for (int last = 0; last < 3; ++last) {
    const BoxProblem shared = problem_of(box, 4, conditions, last, world);
    std::vector<double> u(shared.size());
    TensorSolver(shared.mesh(), conditions, world).solve(2, 0.5, shared.random_rhs(false), u);
    EXPECT_LT(difference(shared, u, whole, v), 1e-13) << "xyz"[last];
  }
}

/// Of a box with one direction that is long and taken last: its condensation, on all ranks, against
/// the modes of all directions on one. Where products cost nothing, all go by modes; where they
/// alone cost, long lines are condensed.
void expect_modes_and_condensation_to_agree(int last, int order, const BoxConditions& conditions,
                                            const std::array<Ticks, 3>& ticks, double mass) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  std::array n_elements{2, 2, 2};
  n_elements[last] = order > 8 ? 3 : 7;
  if (order > 8) n_elements[(last + 1) % 3] = 1;
  const auto box = axes(n_elements, ticks, conditions);
  const BoxProblem shared = problem_of(box, order, conditions, last, world);
  const BoxProblem whole = problem_of(box, order, conditions, (last + 1) % 3, self);
  TensorSolver condensed(shared.mesh(), conditions, world,
                         std::make_shared<direct::Workspace>(1e-9));
  TensorSolver modal(whole.mesh(), conditions, self, std::make_shared<direct::Workspace>(1e9));
  SCOPED_TRACE(name_of(conditions) + " order " + std::to_string(order) + ": " +
               condensed.description() + " against " + modal.description());
  EXPECT_EQ(modal.description().find("condensed"), std::string::npos);
  if (order > 1) {
    EXPECT_NE(condensed.description().find(std::string(1, "xyz"[last]) + " condensed"),
              std::string::npos);
  }
  const bool is_mean_free = mass == 0 && is_singular(conditions);
  std::vector<double> u(shared.size()), v(whole.size());
  condensed.solve(mass, 0.6, shared.random_rhs(is_mean_free), u);
  modal.solve(mass, 0.6, whole.random_rhs(is_mean_free), v);
  EXPECT_LT(difference(shared, u, whole, v), 1e-12);
}

/// All pairs of conditions of the last direction and of the others, each at one of ten orders.
TEST(TensorSolver, CondensesAnyDirectionAsModesSolveIt) {
  constexpr std::array orders{1, 2, 3, 4, 7, 8, 12, 15, 20, 31};
  constexpr int n = static_cast<int>(all_conditions.size());
  for (int last = 0; last < 3; ++last)
    for (int c = 0; c < n * n; ++c) {
      BoxConditions conditions;
      conditions.fill(all_conditions[c % n]);
      conditions[last] = all_conditions[c / n];
      std::array<Ticks, 3> ticks{Ticks::uniform, Ticks::uniform, Ticks::uniform};
      if (c % 2 == 1) ticks = {Ticks::geometric, Ticks::symmetric, Ticks::geometric};
      const int order = orders[(c + 3 * last) % orders.size()];
      expect_modes_and_condensation_to_agree(last, order, conditions, ticks, c % 3 == 0 ? 0 : 5);
    }
}

TEST(TensorSolver, TakesItsRightHandSideFromTheSolutionArrayAndByColumns) {
  const auto world = comm::Communicator::world();
  const BoxConditions conditions{periodic, walls, free_ends};
  for (int last = 0; last < 3; ++last) {
    const BoxProblem problem =
        problem_of(axes({2, 3, 4}, {}, conditions), 5, conditions, last, world);
    TensorSolver solver(problem.mesh(), conditions, world);
    const auto f = problem.random_rhs(false);
    std::vector<double> expected(problem.size()), in_place = f, pushed(problem.size());
    solver.solve(4, 3, f, expected);
    solver.solve(4, 3, in_place, in_place);
    EXPECT_EQ(in_place, expected);
    solver.begin(4, 3, {pushed});
    problem.put_columns(solver, f);
    solver.finish();
    EXPECT_EQ(pushed, expected);
  }
}

/// Bit for bit, in place, on all grids of these ranks.
TEST(TensorSolver, SolvesSeveralRightHandSidesAsItSolvesEach) {
  const auto world = comm::Communicator::world();
  const BoxConditions conditions{periodic, walls, free_ends};
  for (const auto& grid : all_grids()) {
    SCOPED_TRACE(text_of(grid));
    const auto box =
        axes({2, 5, 5}, {Ticks::uniform, Ticks::symmetric, Ticks::uniform}, conditions);
    const BoxProblem problem(mesh::make_box_mesh(box, 4, grid, world.rank()), conditions, world);
    TensorSolver solver(problem.mesh(), conditions, world);
    std::array<std::vector<double>, 3> one, all;
    for (int i = 0; i < 3; ++i) {
      all[i] = problem.random_rhs(false);
      for (double& value : all[i]) value *= 1 + i * value;
      one[i].resize(problem.size());
      solver.solve(4, 3, all[i], one[i]);
    }
    solver.begin(4, 3, {all[0], all[1], all[2]});
    for (const auto& values : all) problem.put_columns(solver, values);
    solver.finish();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(all[i], one[i]);
  }
}

TEST(TensorSolver, SharesAWorkspace) {
  const auto world = comm::Communicator::world();
  const auto workspace = std::make_shared<direct::Workspace>();
  const BoxConditions velocity{walls, walls, periodic}, pressure{free_ends, free_ends, periodic};
  const auto box = axes({2, 3, 4}, {Ticks::symmetric, Ticks::symmetric, Ticks::uniform}, velocity);
  const BoxProblem u_problem(box, 5, velocity, world), p_problem(box, 5, pressure, world);
  TensorSolver u_solver(u_problem.mesh(), velocity, world, workspace);
  TensorSolver p_solver(p_problem.mesh(), pressure, world, workspace);
  std::vector<double> u(u_problem.size()), p(p_problem.size());
  const auto f = u_problem.random_rhs(false), g = p_problem.random_rhs(true);
  for (int repeat = 0; repeat < 2; ++repeat) {
    p_solver.solve(0, 1, g, p);
    u_solver.solve(9, 1, f, u);
    EXPECT_LT(p_problem.relative_residual(0, 1, p, g), 1e-12);
    EXPECT_LT(u_problem.relative_residual(9, 1, u, f), 1e-12);
  }
}

/// One element of order 1 between walls has no node that is free.
TEST(TensorSolver, GivesZeroWhereADirectionHasNoUnknowns) {
  const auto world = comm::Communicator::world();
  const BoxConditions conditions{walls, walls, walls};
  for (int thin = 0; thin < 3; ++thin) {
    std::array<int, 3> n_elements{6, 6, 6};
    n_elements[thin] = 1;
    for (int last = 0; last < 3; ++last) {
      const BoxProblem problem =
          problem_of(axes(n_elements, {}, conditions), 1, conditions, last, world);
      TensorSolver solver(problem.mesh(), conditions, world);
      std::vector<double> u(problem.size(), 1.0);
      for (int repeat = 0; repeat < 2; ++repeat) {
        solver.solve(0, 1, problem.random_rhs(false), u);
        for (const double value : u) ASSERT_EQ(value, 0.0) << "xyz"[thin] << "xyz"[last];
      }
    }
  }
}

TEST(TensorSolver, RefusesConditionsThatDoNotFitTheMesh) {
  const auto self = comm::Communicator::self();
  const BoxConditions conditions{periodic, walls, free_ends};
  const auto mesh = mesh::make_box_mesh(axes({2, 2, 2}, {}, conditions), 3, 0, 1);
  EXPECT_THROW(TensorSolver(mesh, {walls, walls, free_ends}, self), base::Error);
  EXPECT_THROW(TensorSolver(mesh, {periodic, periodic, free_ends}, self), base::Error);
}

}  // namespace
}  // namespace lobatto
