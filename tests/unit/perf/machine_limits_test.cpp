#include "perf/machine_limits.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "perf/machine_memory.hpp"

namespace lobatto::perf {
namespace {

namespace fs = std::filesystem;

/// A folder of this test alone, the same on all ranks.
class MachineLimitsFolder : public ::testing::Test {
 protected:
  MachineLimitsFolder() {
    std::string name = world.rank() == 0 ? ::testing::TempDir() + "limits-XXXXXX" : "";
    if (world.rank() == 0 && mkdtemp(name.data()) == nullptr) name.clear();
    world.broadcast(name, 0);
    folder = name;
  }
  ~MachineLimitsFolder() override {
    world.barrier();
    std::error_code ignored;
    if (world.rank() == 0) fs::remove_all(folder, ignored);
  }
  comm::Communicator world = comm::Communicator::world();
  fs::path folder;
};

TEST(MachineLimits, ArePlausibleAndTheSameOnEveryRank) {
  const auto world = comm::Communicator::world();
  const MachineLimits limits = measure_machine_limits(world);
  EXPECT_GT(limits.stream_gbs, 0);
  EXPECT_LT(limits.stream_gbs, 2000);
  EXPECT_GT(limits.peak_gflops, 0);
  EXPECT_LT(limits.peak_gflops, 1000);
  EXPECT_EQ(limits.stream_gbs, world.max(limits.stream_gbs));
  EXPECT_EQ(limits.peak_gflops, world.max(limits.peak_gflops));
  EXPECT_TRUE(limits.date.empty());
}

TEST_F(MachineLimitsFolder, AreMeasuredOnceAndThenRemembered) {
  const MachineLimits first = known_machine_limits(world, folder);
  EXPECT_TRUE(first.date.empty());
  const MachineLimits second = known_machine_limits(world, folder);
  EXPECT_FALSE(second.date.empty());
  EXPECT_EQ(second.stream_gbs, first.stream_gbs);
  EXPECT_EQ(second.peak_gflops, first.peak_gflops);
}

TEST_F(MachineLimitsFolder, OfOtherNumbersOfRanksAreOthers) {
  if (world.rank() != 0) return;
  const MachineMemory of_three(folder, 3), of_four(folder, 4);
  of_three.remember({11, 22});
  EXPECT_FALSE(of_four.recall().has_value());
  of_four.remember({33, 44});
  EXPECT_EQ(of_three.recall()->stream_gbs, 11);
  EXPECT_EQ(of_four.recall()->peak_gflops, 44);
}

TEST_F(MachineLimitsFolder, OfADamagedFileAreNone) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  memory.remember({11, 22});
  for (const char* text :
       {"", "{", "[]", "{\"machine\": 1}", "\xff\xfe", "{\"ranks_on_node\": 3}"}) {
    std::ofstream(memory.file()) << text;
    EXPECT_FALSE(memory.recall().has_value()) << text;
  }
  memory.remember({55, 66});
  EXPECT_EQ(memory.recall()->stream_gbs, 55);
}

TEST_F(MachineLimitsFolder, WithoutAFolderAreForgotten) {
  const MachineMemory memory({}, 1);
  memory.remember({11, 22});
  EXPECT_FALSE(memory.recall().has_value());
}

}  // namespace
}  // namespace lobatto::perf
