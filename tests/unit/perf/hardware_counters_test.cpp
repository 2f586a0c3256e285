#include "perf/hardware_counters.hpp"

#include <gtest/gtest.h>

namespace lobatto::perf {
namespace {

/// At least four instructions each time.
double work(int n) {
  volatile double sum = 0;
  for (int i = 0; i < n; ++i) sum = sum + i;
  return sum;
}

TEST(HardwareCounters, CountTheWorkOrSayWhyNot) {
  HardwareCounters counters;
  EXPECT_FALSE(counters.counts());
  counters.start();
  work(1000000);
  counters.stop();
  const auto counts = counters.counts();
  if (!counts) {
    EXPECT_FALSE(counters.why_not().empty());
    GTEST_SKIP() << counters.why_not();
  }
  EXPECT_TRUE(counters.why_not().empty());
  EXPECT_GT(counts->instructions, 3e6);
  EXPECT_LT(counts->instructions, 1e8);
  EXPECT_GT(counts->cycles, 1e5);
}

}  // namespace
}  // namespace lobatto::perf
