#include "perf/memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
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

/// A block of shared memory, and a process beside this one that holds it, too, while it lives.
class MemorySharedWithAChild {
 public:
  explicit MemorySharedWithAChild(std::size_t bytes)
      : block_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        bytes_(bytes) {
    std::memset(block_, 1, bytes_);
  }
  ~MemorySharedWithAChild() { munmap(block_, bytes_); }
  MemorySharedWithAChild(const MemorySharedWithAChild&) = delete;
  MemorySharedWithAChild& operator=(const MemorySharedWithAChild&) = delete;

  void begin_child() {
    std::array<int, 2> touched{};
    ASSERT_EQ(pipe(touched.data()), 0);
    ASSERT_EQ(pipe(may_end_.data()), 0);
    child_ = fork();
    ASSERT_GE(child_, 0);
    char byte = 1;
    if (child_ == 0) {
      std::memset(block_, 2, bytes_);
      const bool told = write(touched[1], &byte, 1) == 1 && read(may_end_[0], &byte, 1) == 1;
      _exit(told ? 0 : 1);
    }
    ASSERT_EQ(read(touched[0], &byte, 1), 1);
  }
  void end_child() {
    const char byte = 1;
    ASSERT_EQ(write(may_end_[1], &byte, 1), 1);
    ASSERT_EQ(waitpid(child_, nullptr, 0), child_);
  }

 private:
  void* block_;
  std::size_t bytes_;
  std::array<int, 2> may_end_{};
  pid_t child_ = -1;
};

TEST(Memory, IsSharedOutAmongTheProcessesThatHoldIt) {
  constexpr std::size_t bytes = std::size_t{64} << 20, tolerance = bytes / 16;
  MemorySharedWithAChild block(bytes);
  const std::size_t alone = peak_resident_bytes();
  EXPECT_GT(alone, bytes);
  block.begin_child();
  const std::size_t together = peak_resident_bytes();
  block.end_child();
  EXPECT_NEAR(static_cast<double>(alone - together), bytes / 2.0, tolerance);
  EXPECT_GE(peak_resident_bytes(), alone);
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
