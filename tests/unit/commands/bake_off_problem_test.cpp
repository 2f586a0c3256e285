#include "commands/bench/bake_off_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "commands/bench/bench.hpp"

namespace lobatto::commands {
namespace {

BakeOffSize size_of(int problem, int order, bool is_curved, int n_elements) {
  return {problem, order, is_curved, {n_elements, n_elements, n_elements}};
}

TEST(BakeOffProblem, ElementsOfAMesh) {
  EXPECT_EQ(bake_off_elements(1000, 2, 1), (std::array{5, 5, 5}));
  EXPECT_EQ(bake_off_elements(1000, 2, 2), (std::array{5, 5, 10}));
  EXPECT_EQ(bake_off_elements(1000, 10, 12), (std::array{1, 3, 4}));
  EXPECT_EQ(bake_off_elements(1, 7, 7), (std::array{1, 1, 7}));
  EXPECT_EQ((BakeOffSize{1, 2, false, {5, 5, 10}}.n_unknowns()), 11.0 * 11 * 21);
  EXPECT_EQ((BakeOffSize{4, 2, false, {5, 5, 10}}.n_unknowns()), 3.0 * 11 * 11 * 21);
}

/// With half the length of the elements the error falls by 2^(p + 1).
TEST(BakeOffConvergence, HasTheOrder) {
  const auto world = comm::Communicator::world();
  for (int problem = 1; problem <= 6; ++problem) {
    for (const bool is_curved : {false, true}) {
      for (const int order : {1, 2, 3}) {
        const auto error_of = [&](int n_elements) {
          BakeOffProblem solved(size_of(problem, order, is_curved, n_elements),
                                BakeOffPreconditioner::jacobi, world);
          const auto report = solved.solve(1000, 1e-11);
          EXPECT_TRUE(report.converged);
          EXPECT_LT(solved.residual_reduction(), 1e-9);
          return solved.error();
        };
        const double coarse = error_of(4), fine = error_of(8);
        EXPECT_GT(std::log2(coarse / fine), order + 0.75)
            << "BP" << problem << " of order " << order << (is_curved ? ", curved" : "");
        EXPECT_LT(fine, 0.2);
      }
    }
  }
}

TEST(BakeOffConvergence, IsExponentialInTheOrder) {
  const auto world = comm::Communicator::world();
  for (int problem = 1; problem <= 6; ++problem) {
    BakeOffProblem solved(size_of(problem, 12, true, 2), BakeOffPreconditioner::jacobi, world);
    EXPECT_TRUE(solved.solve(2000, 1e-12).converged);
    EXPECT_LT(solved.error(), 1e-8) << problem;
  }
}

TEST(BakeOffConvergence, PreconditionerChangesIterationsAlone) {
  const auto world = comm::Communicator::world();
  for (int problem = 1; problem <= 6; ++problem) {
    const auto size = size_of(problem, 5, true, 2);
    BakeOffProblem plain(size, BakeOffPreconditioner::none, world);
    BakeOffProblem scaled(size, BakeOffPreconditioner::jacobi, world);
    const auto a = plain.solve(2000, 1e-12), b = scaled.solve(2000, 1e-12);
    EXPECT_TRUE(a.converged && b.converged);
    EXPECT_LT(b.iterations, a.iterations) << problem;
    EXPECT_NEAR(plain.error(), scaled.error(), 1e-9);
  }
}

/// The diagonal is what the operator makes of unit vectors.
TEST(BakeOffOperator, Diagonal) {
  const auto self = comm::Communicator::self();
  for (int problem = 1; problem <= 5; problem += 2) {
    for (const bool is_curved : {false, true}) {
      const auto size = size_of(problem, 3, is_curved, 2);
      BakeOffProblem problem_of_it(size, BakeOffPreconditioner::none, self);
      const auto& space = problem_of_it.space();
      const auto a = make_bake_off_operator(space, size.form(), size.points());
      space::Field diagonal = space.make_field(), unit = space.make_field(),
                   image = space.make_field();
      a->diagonal(diagonal);
      for (std::size_t q = 0; q < space.size(); q += 7) {
        unit[q] = 1.0;
        for (const base::Block& block : a->order().blocks()) {
          const double product = a->apply(block, unit.data(), image.data(), {});
          if (q < block.first || q >= block.first + block.n_values) continue;
          EXPECT_NEAR(product, diagonal[q], 1e-12 * diagonal[q]) << problem << " " << q;
        }
        EXPECT_NEAR(image[q], diagonal[q], 1e-12 * diagonal[q]);
        unit[q] = 0.0;
      }
    }
  }
}

TEST(BakeOffProblem, RanksAgreeWithOneRank) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  for (int problem = 1; problem <= 6; ++problem) {
    const BakeOffSize size{problem, 4, true, {2, 3, 4}};
    BakeOffProblem shared(size, BakeOffPreconditioner::jacobi, world);
    BakeOffProblem alone(size, BakeOffPreconditioner::jacobi, self);
    const auto a = shared.solve(20), b = alone.solve(20);
    EXPECT_EQ(a.iterations, 20);
    EXPECT_EQ(b.iterations, 20);
    EXPECT_NEAR(a.residual, b.residual, 1e-9 * b.initial_residual);
    EXPECT_NEAR(shared.error(), alone.error(), 1e-9);
  }
}

TEST(BakeOffProblem, CountsOperationsAndBytes) {
  const auto self = comm::Communicator::self();
  const auto cost_of = [&](int problem, bool is_curved, BakeOffPreconditioner preconditioner) {
    const auto size = size_of(problem, 4, is_curved, 2);
    return BakeOffProblem(size, preconditioner, self).iteration_cost();
  };
  const auto none = BakeOffPreconditioner::none, jacobi = BakeOffPreconditioner::jacobi;
  const double nodes = 8 * 125, gauss = 8 * 216;
  EXPECT_EQ(cost_of(1, false, none).bytes, 72 * nodes);
  EXPECT_EQ(cost_of(1, false, jacobi).bytes, 88 * nodes);
  EXPECT_EQ(cost_of(1, true, none).bytes, 72 * nodes + 8 * gauss);
  EXPECT_EQ(cost_of(2, true, none).bytes, 3 * 72 * nodes + 8 * gauss);
  EXPECT_EQ(cost_of(3, true, none).bytes, 72 * nodes + 48 * gauss);
  EXPECT_EQ(cost_of(5, false, none).bytes, 72 * nodes);
  EXPECT_EQ(cost_of(5, true, none).bytes, 120 * nodes);
  EXPECT_EQ(cost_of(6, true, none).bytes, (3 * 72 + 48) * nodes);
  EXPECT_EQ(cost_of(6, true, none).flops, 3 * cost_of(5, true, none).flops);
  // To 6 points and back with plain products, the factor and the vectors.
  const double products = 2.0 * 2 * 8 * 5 * 6 * (25 + 30 + 36);
  EXPECT_EQ(cost_of(1, true, none).flops, products + gauss + 9 * nodes);
}

TEST(BenchBakeOff, FileHoldsARowForEachProblemOrderAndSize) {
  const auto world = comm::Communicator::world();
  const std::string file = testing::TempDir() + "/bp-" + std::to_string(world.size());
  BenchBakeOffOptions options;
  options.problems = "1,6";
  options.orders = "2:3";
  options.nodes_per_rank = "300";
  options.n_iterations = 7;
  options.is_curved = true;
  options.json_file = file;
  ASSERT_EQ(bench_bake_off_command(options, world), 0);
  world.barrier();
  nlohmann::json document;
  std::ifstream(file) >> document;
  EXPECT_EQ(document["preconditioner"], "jacobi");
  ASSERT_EQ(document["rows"].size(), 4u);
  const auto& row = document["rows"].back();
  EXPECT_EQ(row["problem"], 6);
  EXPECT_EQ(row["order"], 3);
  EXPECT_EQ(row["points"], 4);
  EXPECT_EQ(row["geometry"], "curved");
  EXPECT_EQ(row["ranks"], world.size());
  EXPECT_EQ(row["iterations"], 7);
  const double rate =
      row["unknowns"].get<double>() / world.size() * 7 / row["seconds"].get<double>();
  EXPECT_NEAR(row["munknowns_per_second_per_rank"].get<double>() / (1e-6 * rate), 1.0, 1e-12);
  EXPECT_GT(row["gbs_per_rank"].get<double>(), 0.0);
  EXPECT_LT(row["residual_reduction"].get<double>(), 1.0);
}

TEST(BenchBakeOff, MistakesAreErrors) {
  const auto world = comm::Communicator::world();
  BenchBakeOffOptions options;
  options.problems = "7";
  EXPECT_THROW(bench_bake_off_command(options, world), base::Error);
  options.problems = "1";
  options.orders = "0";
  EXPECT_THROW(bench_bake_off_command(options, world), base::Error);
  options.orders = "7";
  options.nodes_per_rank = "0";
  EXPECT_THROW(bench_bake_off_command(options, world), base::Error);
}

}  // namespace
}  // namespace lobatto::commands
