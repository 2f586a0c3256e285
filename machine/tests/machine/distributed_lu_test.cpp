#include "machine/trials/distributed_lu.hpp"

#include <gtest/gtest.h>

namespace lobatto::machine {
namespace {

TEST(DistributedLu, SolvesAnySizeOnAnyGrid) {
  if (!has_distributed_lu()) GTEST_SKIP() << "built without ScaLAPACK";
  const auto world = comm::Communicator::world();
  for (const int n : {1, 63, 64, 65, 300}) {
    const RandomSystem system(n);
    const LuSolution solution = solve_distributed(system, world);
    ASSERT_EQ(solution.x.size(), static_cast<std::size_t>(n));
    EXPECT_LT(scaled_residual(system, solution.x, world), residual_limit) << n;
    EXPECT_GT(solution.seconds, 0);
    EXPECT_EQ(solution.x[n / 2], world.max(solution.x[n / 2]));
  }
}

TEST(DistributedLu, CountsAsHplDoes) {
  if (!has_distributed_lu()) GTEST_SKIP() << "built without ScaLAPACK";
  const LuSolution solution{std::vector<double>(3000), 2.0};
  EXPECT_NEAR(solution.gflops(), 1e-9 * (18e9 + 13.5e6) / 2, 1e-9);
}

}  // namespace
}  // namespace lobatto::machine
