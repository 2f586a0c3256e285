#include "app/nekbone_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/bench_nekbone_command.hpp"
#include "base/error.hpp"

namespace lobatto::app {
namespace {

TEST(NekboneProblem, ElementsOfARankAreNearlyACubeOrALine) {
  EXPECT_EQ(local_elements(NekboneShape::box, 512), (std::array{8, 8, 8}));
  EXPECT_EQ(local_elements(NekboneShape::box, 64), (std::array{4, 4, 4}));
  EXPECT_EQ(local_elements(NekboneShape::box, 12), (std::array{3, 2, 2}));
  EXPECT_EQ(local_elements(NekboneShape::box, 7), (std::array{7, 1, 1}));
  EXPECT_EQ(local_elements(NekboneShape::box, 1), (std::array{1, 1, 1}));
  EXPECT_EQ(local_elements(NekboneShape::line, 12), (std::array{1, 1, 12}));
}

TEST(NekboneProblem, RankGrid) {
  NekboneSize size;
  EXPECT_EQ(rank_grid(size, 1), (std::array{1, 1}));
  EXPECT_EQ(rank_grid(size, 12), (std::array{3, 4}));
  EXPECT_EQ(rank_grid(size, 7), (std::array{1, 7}));
  size.grid = {6, 2};
  EXPECT_EQ(rank_grid(size, 12), (std::array{6, 2}));
  EXPECT_THROW(rank_grid(size, 8), base::Error);
  size.grid.reset();
  size.shape = NekboneShape::line;
  EXPECT_EQ(rank_grid(size, 4), (std::array{1, 4}));
}

/// Whatever the geometry and the shape: the residual falls and is that of the solution.
TEST(NekboneProblem, SolvesTheProblem) {
  const auto world = comm::Communicator::world();
  for (const auto geometry : {NekboneGeometry::box, NekboneGeometry::general}) {
    for (const auto shape : {NekboneShape::box, NekboneShape::line}) {
      for (const int n : {4, 9}) {
        NekboneProblem problem({geometry, shape, n, 4, std::nullopt}, world);
        EXPECT_EQ(problem.n_points(), static_cast<std::size_t>(4 * n * n * n));
        EXPECT_EQ(problem.mesh().n_elements(), 4 * world.size());
        const auto few = problem.solve(5);
        EXPECT_EQ(few.iterations, 5);
        const double early = problem.residual_reduction();
        EXPECT_NEAR(early, few.residual / few.initial_residual, 1e-10);
        const auto many = problem.solve(400);
        const double late = problem.residual_reduction();
        EXPECT_LT(late, 1e-9) << n;
        EXPECT_LT(late, 1e-3 * early);
        EXPECT_LE(many.iterations, 400);
      }
    }
  }
}

/// The same mesh, cut differently, has the same residuals.
TEST(NekboneProblem, RanksAgreeWithOneRank) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  NekboneProblem shared({NekboneGeometry::general, NekboneShape::line, 6, 6 / world.size(), {}},
                        world);
  NekboneProblem alone({NekboneGeometry::general, NekboneShape::line, 6, 6, {}}, self);
  const auto a = shared.solve(30), b = alone.solve(30);
  EXPECT_NEAR(a.initial_residual, b.initial_residual, 1e-12 * b.initial_residual);
  EXPECT_NEAR(a.residual, b.residual, 1e-8 * b.initial_residual);
}

TEST(NekboneProblem, GeneralGeometryMovesMoreBytes) {
  const auto self = comm::Communicator::self();
  const NekboneProblem box({NekboneGeometry::box, NekboneShape::box, 5, 2, {}}, self);
  const NekboneProblem general({NekboneGeometry::general, NekboneShape::box, 5, 2, {}}, self);
  EXPECT_EQ(box.bytes_per_iteration(), 72.0 * 250);
  EXPECT_EQ(general.bytes_per_iteration(), 120.0 * 250);
}

TEST(BenchNekbone, FileHoldsARowForEveryPair) {
  const auto world = comm::Communicator::world();
  const std::string file = testing::TempDir() + "/nekbone-" + std::to_string(world.size());
  BenchNekboneOptions options;
  options.elements = "2,4";
  options.nodes = "3:4";
  options.n_iterations = 7;
  options.json_file = file;
  ASSERT_EQ(bench_nekbone_command(options, world), 0);
  world.barrier();
  nlohmann::json document;
  std::ifstream(file) >> document;
  EXPECT_GT(document["stream_gbs"].get<double>(), 0.0);
  EXPECT_GT(document["peak_gflops"].get<double>(), 0.0);
  ASSERT_EQ(document["rows"].size(), 8u);
  const auto& row = document["rows"].back();
  EXPECT_EQ(row["geometry"], "general");
  EXPECT_EQ(row["n"], 4);
  EXPECT_EQ(row["elements_per_rank"], 4);
  EXPECT_EQ(row["ranks"], world.size());
  EXPECT_EQ(row["iterations"], 7);
  EXPECT_LT(row["residual_reduction"].get<double>(), 1.0);
  const double rate = 4 * 64 * 7 / row["seconds"].get<double>();
  EXPECT_NEAR(row["mpoints_per_second_per_rank"].get<double>() / (1e-6 * rate), 1.0, 1e-12);
  EXPECT_NEAR(row["gflops_per_rank"].get<double>() / (1e-9 * rate * (12 * 4 + 34)), 1.0, 1e-12);
  EXPECT_NEAR(row["gbs_per_rank"].get<double>() / (1e-9 * rate * 120), 1.0, 1e-12);
}

TEST(BenchNekbone, MistakesAreErrors) {
  const auto world = comm::Communicator::world();
  BenchNekboneOptions options;
  options.grid = "2by3";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
  options.grid = "50x50";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
  options.grid.reset();
  options.nodes = "1";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
}

}  // namespace
}  // namespace lobatto::app
