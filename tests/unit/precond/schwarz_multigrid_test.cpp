#include "precond/schwarz/schwarz_multigrid.hpp"

#include <gtest/gtest.h>

#include <string>

#include "mesh/grading.hpp"
#include "poisson_iterations.hpp"

namespace lobatto::precond {
namespace {

using poly::EndCondition;
using poly::LineConditions;
using test::PoissonProblem;
using test::Solution;

constexpr LineConditions periodic{EndCondition::periodic, EndCondition::periodic};
constexpr LineConditions free_ends{};
constexpr LineConditions outlet{EndCondition::neumann, EndCondition::dirichlet};

struct Box {
  std::string name;
  std::array<mesh::Axis, 3> axes;
  direct::BoxConditions conditions;
};

Box uniform_periodic(std::array<int, 3> n_elements) {
  Box box{"uniform periodic", {}, {periodic, periodic, periodic}};
  for (int d = 0; d < 3; ++d)
    box.axes[d] = {mesh::uniform_ticks(0, n_elements[d], n_elements[d]), true};
  return box;
}

Box flat_periodic() {
  Box box = uniform_periodic({4, 4, 4});
  box.name = "aspect ratio 10";
  box.axes[1] = {mesh::uniform_ticks(0, 0.4, 4), true};
  return box;
}

Box graded_duct(std::array<int, 3> n_elements) {
  return {"graded duct",
          {mesh::Axis{mesh::sine_ticks(-0.5, 0.5, n_elements[0], 0.3), false},
           mesh::Axis{mesh::geometric_ticks(-0.5, 0.5, n_elements[1], 1.5), false},
           mesh::Axis{mesh::uniform_ticks(0, 0.5 * n_elements[2], n_elements[2]), true}},
          {free_ends, free_ends, periodic}};
}

Box with_outlet() {
  Box box = graded_duct({3, 3, 4});
  box.name = "outlet";
  box.axes[2].periodic = false;
  box.conditions[2] = outlet;
  return box;
}

template <class Real>
Solution solve(const Box& box, int n, double tolerance, const comm::Communicator& communicator) {
  PoissonProblem problem(box.axes, n, box.conditions, communicator);
  return test::solve_known<Real>(problem, tolerance, box.name);
}

void expect_iterations(const Box& box, std::initializer_list<std::pair<int, int>> bounds) {
  const auto world = comm::Communicator::world();
  const auto make_problem = [&](int n) {
    return std::make_unique<PoissonProblem>(box.axes, n, box.conditions, world);
  };
  test::expect_iterations(box.name, make_problem, bounds, 1);
}

TEST(SmoothedLevels, HalveTheOrderDownToTwo) {
  EXPECT_EQ(smoothed_levels(16), (std::vector{16, 9, 5, 3}));
  EXPECT_EQ(smoothed_levels(12), (std::vector{12, 7, 4, 3}));
  EXPECT_EQ(smoothed_levels(8), (std::vector{8, 5, 3}));
  EXPECT_EQ(smoothed_levels(4), (std::vector{4, 3}));
  EXPECT_EQ(smoothed_levels(3), (std::vector{3}));
  EXPECT_TRUE(smoothed_levels(2).empty());
}

TEST(SchwarzMultigrid, ConvergesOnUniformPeriodicBoxes) {
  expect_iterations(uniform_periodic({4, 4, 4}), {{2, 1}, {3, 13}, {4, 11}, {8, 12}, {12, 12}});
}

TEST(SchwarzMultigrid, ConvergesBetweenGradedWalls) {
  expect_iterations(graded_duct({3, 3, 4}), {{2, 1}, {3, 12}, {4, 11}, {8, 12}, {12, 13}});
}

TEST(SchwarzMultigrid, ConvergesOnFlatElements) {
  expect_iterations(flat_periodic(), {{2, 1}, {3, 18}, {4, 19}, {8, 17}, {12, 17}});
}

TEST(SchwarzMultigrid, ConvergesWithADirichletFace) {
  expect_iterations(with_outlet(), {{2, 1}, {3, 12}, {4, 11}, {8, 12}, {12, 13}});
}

TEST(SchwarzMultigrid, ConvergesWithOneElementADirection) {
  for (const std::array<int, 3>& n_elements : {std::array{1, 2, 3}, {3, 1, 5}, {2, 5, 1}}) {
    expect_iterations(uniform_periodic(n_elements), {{3, 10}, {8, 12}});
    expect_iterations(graded_duct(n_elements), {{3, 13}, {8, 15}});
  }
}

TEST(SchwarzMultigrid, SolvesOnOneElement) {
  const auto self = comm::Communicator::self();
  for (const int n : {3, 8}) {
    for (const Box& box : {uniform_periodic({1, 1, 1}), graded_duct({1, 1, 1})}) {
      const Solution solution = solve<double>(box, n, 1e-8, self);
      EXPECT_LE(solution.iterations, 11);
      EXPECT_LT(solution.residual, 1.01e-8);
    }
  }
}

TEST(SchwarzMultigrid, NeedsHardlyMoreIterationsOnMoreElements) {
  const auto world = comm::Communicator::world();
  const int few = solve<float>(uniform_periodic({4, 4, 4}), 8, 1e-8, world).iterations;
  const int many = solve<float>(uniform_periodic({8, 8, 8}), 8, 1e-8, world).iterations;
  EXPECT_LT(many, 1.5 * few);
}

TEST(SchwarzMultigrid, IsLinear) {
  const auto world = comm::Communicator::world();
  for (const Box& box : {with_outlet(), graded_duct({2, 2, 3}), flat_periodic()}) {
    for (const int n : {2, 3, 7}) {
      PoissonProblem problem(box.axes, n, box.conditions, world);
      auto multigrid = problem.make_multigrid<double>();
      const space::Field a = problem.image(problem.random_field(1)),
                         b = problem.image(problem.random_field(2));
      space::Field sum = problem.space().make_field(), z_a(sum.size()), z_b(sum.size()),
                   z(sum.size());
      for (std::size_t q = 0; q < sum.size(); ++q) sum[q] = 3 * a[q] - 0.25 * b[q];
      multigrid.apply(a, z_a);
      multigrid.apply(b, z_b);
      multigrid.apply(sum, z);
      for (std::size_t q = 0; q < sum.size(); ++q) z_a[q] = 3 * z_a[q] - 0.25 * z_b[q];
      EXPECT_LT(problem.relative_difference(z, z_a), 1e-12) << box.name << ", n = " << n;
    }
  }
}

TEST(SchwarzMultigrid, GivesContinuousFieldsThatVanishOnDirichletFaces) {
  const auto world = comm::Communicator::world();
  const Box box = with_outlet();
  for (const int n : {2, 3, 6, 12}) {
    PoissonProblem problem(box.axes, n, box.conditions, world);
    auto multigrid = problem.make_multigrid<float>();
    space::Field z = problem.space().make_field();
    multigrid.apply(problem.image(problem.random_field(1)), z);
    const gs::GatherScatter& gather_scatter = problem.space().gather_scatter();
    space::Field mean = problem.space().make_field();
    std::copy(z.begin(), z.end(), mean.begin());
    gather_scatter.add(mean);
    for (std::size_t q = 0; q < z.size(); ++q) {
      mean[q] *= gather_scatter.inverse_multiplicity()[q];
      if (problem.mask()[q] == 0) {
        EXPECT_EQ(z[q], 0.0);
      }
    }
    // To the last bits, also in single precision: what copies differ by, no iteration can see.
    EXPECT_LT(problem.relative_difference(z, mean), 1e-15);
  }
}

template <class Real>
void expect_the_same_on_one_rank(const Box& box, int n, double tolerance) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  PoissonProblem shared(box.axes, n, box.conditions, world),
      whole(box.axes, n, box.conditions, self);
  space::Field z = shared.space().make_field(), z_whole = whole.space().make_field();
  shared.make_multigrid<Real>().apply(shared.image(shared.random_field(1)), z);
  whole.make_multigrid<Real>().apply(whole.image(whole.random_field(1)), z_whole);
  space::Field expected = shared.space().make_field();
  const std::size_t size = shared.space().element_size();
  for (int e = 0; e < shared.space().n_elements(); ++e)
    std::copy_n(z_whole.begin() + shared.space().element_number(e) * size, size,
                expected.begin() + e * size);
  EXPECT_LT(shared.relative_difference(z, expected), tolerance) << box.name << ", n = " << n;
}

TEST(SchwarzMultigrid, GivesTheSameOnAnyNumberOfRanks) {
  for (const Box& box : {with_outlet(), graded_duct({3, 3, 4}), flat_periodic()}) {
    for (const int n : {2, 4, 8}) {
      expect_the_same_on_one_rank<float>(box, n, 1e-5);
      expect_the_same_on_one_rank<double>(box, n, 1e-12);
    }
  }
}

TEST(SchwarzMultigrid, NamesItsLevels) {
  const auto self = comm::Communicator::self();
  const Box box = uniform_periodic({2, 2, 2});
  PoissonProblem problem(box.axes, 8, box.conditions, self);
  const auto multigrid = problem.make_multigrid<float>();
  EXPECT_EQ(multigrid.description(), "8, 5, 3, 2 nodes");
}

/// The parts of a cycle as they came.
struct Recorded final : CycleObserver {
  void enter(CyclePart part) override {
    EXPECT_TRUE(is_outside);
    is_outside = false;
    parts.push_back(part);
  }
  void leave() override {
    EXPECT_FALSE(is_outside);
    is_outside = true;
  }
  std::vector<CyclePart> parts;
  bool is_outside = true;
};

// A step of a level smooths in three pieces, between the four ends of two exchanges; residuals are
// summed on the way down but for the coarsest level, and on the way up.
TEST(SchwarzMultigrid, ShowsItsPartsOneAfterAnother) {
  using enum CyclePart;
  const std::vector<CyclePart> step{exchange, smoother, exchange, smoother,
                                    exchange, smoother, exchange};
  const std::vector<CyclePart> sum{exchange, exchange};
  std::vector<CyclePart> expected;
  for (const auto& parts : {step, sum, step, /*coarse*/ sum, step, sum, step})
    expected.insert(expected.end(), parts.begin(), parts.end());
  const Box box = uniform_periodic({2, 2, 2});
  const auto self = comm::Communicator::self();
  PoissonProblem problem(box.axes, 4, box.conditions, self);
  Recorded recorded;
  auto multigrid = problem.make_multigrid<double>(&recorded);
  const auto r = problem.image(problem.random_field(1));
  auto z = problem.space().make_field(), unobserved = problem.space().make_field();
  multigrid.apply(r, z);
  EXPECT_TRUE(recorded.is_outside);
  EXPECT_EQ(recorded.parts, expected);
  problem.make_multigrid<double>().apply(r, unobserved);
  EXPECT_TRUE(std::ranges::equal(z, unobserved));
}

TEST(SchwarzMultigrid, CostsOnABoxWhatTheCostOfACycleSays) {
  const auto self = comm::Communicator::self();
  const Box box = uniform_periodic({2, 3, 2});
  for (const int n : {2, 3, 6, 8}) {
    PoissonProblem problem(box.axes, n, box.conditions, self);
    const auto r = problem.space().make_field();
    auto z = problem.space().make_field();
    const kernels::Cost one = problem.make_multigrid<float>().apply(r, z).sum();
    const kernels::Cost by_formula = box_cycle_cost(n, sizeof(float)) * 12;
    EXPECT_DOUBLE_EQ(one.flops, by_formula.flops) << n;
    EXPECT_DOUBLE_EQ(one.bytes, by_formula.bytes) << n;
  }
}

}  // namespace
}  // namespace lobatto::precond
