#include "machine/start_up.hpp"

#include <gtest/gtest.h>

#include "perf/memory.hpp"

namespace lobatto::machine {
namespace {

TEST(StartUp, CountsFromTheLaunchOfThisProcess) {
  const std::size_t resident = perf::resident_bytes();
  ASSERT_GT(resident, 0u);
  const StartUp start_up = start_up_since(resident / 2);
  EXPECT_GT(start_up.seconds, 0);
  EXPECT_LT(start_up.seconds, 300);
  EXPECT_NEAR(start_up.mpi_megabytes, 0.5e-6 * static_cast<double>(resident),
              0.05e-6 * static_cast<double>(resident) + 1);
  EXPECT_GE(start_up_since(0).seconds, start_up.seconds);
  EXPECT_EQ(start_up_since(0).mpi_megabytes, 0);  // not known
}

}  // namespace
}  // namespace lobatto::machine
