#include "perf/memory.hpp"

#include <gtest/gtest.h>

#include "base/aligned_array.hpp"

namespace lobatto::perf {
namespace {

TEST(Memory, FollowsWhatIsAllocatedAndTouched) {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  const std::size_t before = resident_bytes();
  ASSERT_GT(before, 0u);
  {
    base::AlignedArray<double> block(bytes / sizeof(double));
    block.fill(1.0);
    EXPECT_GT(resident_bytes(), before + bytes * 9 / 10);
    EXPECT_EQ(block[17], 1.0);
    EXPECT_LT(resident_bytes(), memory_bytes());
  }
  EXPECT_GT(peak_resident_bytes(), before + bytes * 9 / 10);
}

}  // namespace
}  // namespace lobatto::perf
