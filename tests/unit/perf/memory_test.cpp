#include "perf/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

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

namespace fs = std::filesystem;

/// Control groups as the system shows them, in a folder of their own.
class ControlGroups : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_); }
  void TearDown() override { fs::remove_all(root_); }

  void put(const fs::path& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  [[nodiscard]] std::optional<std::size_t> limit() const {
    return control_group_limit(root_ / "of-process", root_);
  }

 private:
  fs::path root_ = fs::path(testing::TempDir()) / ("control-groups-" + std::to_string(::getpid()));
};

TEST_F(ControlGroups, SetTheLeastLimitOfAllAbove) {
  put("of-process", "0::/job/step\n");
  EXPECT_EQ(limit(), std::nullopt);
  put("job/step/memory.max", "max\n");
  EXPECT_EQ(limit(), std::nullopt);
  put("job/memory.max", "4096\n");
  EXPECT_EQ(limit(), 4096u);
  put("memory.max", "8192\n");
  EXPECT_EQ(limit(), 4096u);
  put("job/step/memory.max", "1024\n");
  EXPECT_EQ(limit(), 1024u);
}

TEST_F(ControlGroups, OfVersionOneAreKnown) {
  put("of-process", "9:name=systemd:/\n4:cpu,memory:/job\n3:cpuset:/other\n");
  put("memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), 9223372036854771712u);
  put("memory/job/memory.limit_in_bytes", "2048\n");
  EXPECT_EQ(limit(), 2048u);
  put("other/memory.max", "1\n");  // of another controller
  EXPECT_EQ(limit(), 2048u);
}

TEST_F(ControlGroups, MayBeSeenFromInsideAContainer) {
  // The path of the group is that outside; the limit stands at the top.
  put("of-process", "0::/containers/0123\n");
  put("memory.max", "512");
  EXPECT_EQ(limit(), 512u);
}

TEST_F(ControlGroups, NeedNotBeThere) {
  EXPECT_EQ(limit(), std::nullopt);
  put("of-process", "nonsense\n:\n0:\n");
  EXPECT_EQ(limit(), std::nullopt);
}

}  // namespace
}  // namespace lobatto::perf
