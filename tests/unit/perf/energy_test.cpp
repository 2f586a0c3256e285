#include "perf/energy.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace lobatto::perf {
namespace {

namespace fs = std::filesystem;

/// A folder of counters as the kernel shows them.
class Counters : public testing::Test {
 protected:
  void SetUp() override {
    if (world_.rank() == 0) {
      fs::remove_all(root_);
      write("intel-rapl:0", "package-0", 1000000, 5000000);
      write("intel-rapl:0:0", "core", 70, 5000000);
      write("intel-rapl:0:1", "dram", 2000000, 9000000);
      write("intel-rapl:1", "psys", 70, 5000000);
      write("intel-rapl-mmio:0", "package-0", 70, 5000000);
    }
    world_.barrier();
  }
  void TearDown() override {
    world_.barrier();
    if (world_.rank() == 0) fs::remove_all(root_);
  }
  /// Microjoules, known to all ranks when it returns.
  void set(const std::string& zone, long long microjoules) {
    world_.barrier();
    if (world_.rank() == 0) std::ofstream(root_ / zone / "energy_uj") << microjoules << '\n';
    world_.barrier();
  }
  void write(const std::string& zone, const std::string& name, long long energy, long long range) {
    fs::create_directories(root_ / zone);
    std::ofstream(root_ / zone / "name") << name << '\n';
    std::ofstream(root_ / zone / "energy_uj") << energy << '\n';
    std::ofstream(root_ / zone / "max_energy_range_uj") << range << '\n';
  }

  comm::Communicator world_ = comm::Communicator::world();
  fs::path root_ = fs::temp_directory_path() / ("energy_test_" + std::to_string(world_.size()));
};

TEST_F(Counters, AddSocketsAndMemoryAndNothingTwice) {
  EnergyMeter meter(world_, root_);
  meter.start();
  set("intel-rapl:0", 1500000);
  set("intel-rapl:0:0", 1000000);
  set("intel-rapl:0:1", 2250000);
  set("intel-rapl:1", 1000000);
  set("intel-rapl-mmio:0", 1000000);
  meter.update();
  const EnergyUse use = meter.use(world_);
  EXPECT_EQ(use.why_not, "");
  EXPECT_EQ(use.n_nodes, 1);
  EXPECT_NEAR(use.joules, 0.75, 1e-12);  // once, however many ranks there are
}

TEST_F(Counters, BeginAgainAtTheirRange) {
  EnergyMeter meter(world_, root_);
  meter.start();
  set("intel-rapl:0", 4900000);
  meter.update();
  set("intel-rapl:0", 200000);
  meter.update();
  EXPECT_NEAR(meter.use(world_).joules, 3.9 + 0.3, 1e-12);
}

TEST_F(Counters, ThatAreNotThereAreToldOf) {
  EnergyMeter nowhere(world_, root_ / "nowhere");
  nowhere.start();
  nowhere.update();
  EXPECT_TRUE(nowhere.use(world_).why_not.starts_with("no RAPL counters under "));

  world_.barrier();
  if (world_.rank() == 0) fs::remove(root_ / "intel-rapl:0" / "energy_uj");
  world_.barrier();
  EnergyMeter unreadable(world_, root_);
  EXPECT_TRUE(unreadable.use(world_).why_not.ends_with("energy_uj cannot be read"));
}

TEST_F(Counters, ThatGoAwayAreToldOf) {
  EnergyMeter meter(world_, root_);
  meter.start();
  world_.barrier();
  if (world_.rank() == 0) fs::remove(root_ / "intel-rapl:0" / "energy_uj");
  world_.barrier();
  meter.update();
  EXPECT_NE(meter.use(world_).why_not, "");
}

TEST(EnergyUse, IsToldAStepAndATimeUnit) {
  EXPECT_EQ(format_energy({1200, 2, ""}, 40, 0.5),
            "energy: 1200 J on 2 nodes, 30 J per step, 2400 J per time unit");
  EXPECT_EQ(format_energy({7, 1, ""}, 0, 0), "energy: 7 J on 1 node");
  EXPECT_EQ(format_energy({0, 1, "no counters"}, 40, 0.5), "energy: not available: no counters");
}

}  // namespace
}  // namespace lobatto::perf
