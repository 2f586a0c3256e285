#include "perf/energy.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace lobatto::perf {
namespace {

namespace fs = std::filesystem;

/// A step of SLURM: its variables, and an sstat that answers what a file holds.
class SlurmStep : public ::testing::Test {
 protected:
  SlurmStep() {
    std::string name = (fs::temp_directory_path() / "slurm-energy-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    const char* const path = getenv("PATH");
    old_path_ = path != nullptr ? path : "";
    setenv("PATH", (folder_.string() + ':' + old_path_).c_str(), 1);
    setenv("SLURM_JOB_ID", "123", 1);
    setenv("SLURM_STEP_ID", "4", 1);
    write(
        "sstat",
        "#!/bin/sh\n[ \"$*\" = '--noheader --parsable2 --format=ConsumedEnergyRaw --jobs=123.4' ] "
        "|| exit 3\ncat \"$(dirname \"$0\")/answer\"\ntest ! -e \"$(dirname \"$0\")/fails\"\n");
    fs::permissions(folder_ / "sstat", fs::perms::owner_all);
  }
  ~SlurmStep() override {
    setenv("PATH", old_path_.c_str(), 1);
    unsetenv("SLURM_JOB_ID");
    unsetenv("SLURM_STEP_ID");
    fs::remove_all(folder_);
  }
  SlurmStep(const SlurmStep&) = delete;
  SlurmStep& operator=(const SlurmStep&) = delete;

  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  fs::path folder_;
  std::string old_path_;
};

TEST_F(SlurmStep, TellsTheJoulesOfSstat) {
  write("answer", "48210\n");
  EXPECT_EQ(read_slurm_energy().joules, 48210);
}

TEST_F(SlurmStep, WithoutAPlugInTellsWhy) {
  for (const char* answer : {"0\n", "\n", "18446744073709551614\n"}) {
    write("answer", answer);
    const auto energy = read_slurm_energy();
    EXPECT_FALSE(energy.joules.has_value()) << answer;
    EXPECT_TRUE(energy.why_not.starts_with("SLURM counts no energy here")) << energy.why_not;
  }
}

TEST_F(SlurmStep, TellsWhatSstatComplainsOf) {
  write("answer", "sstat: error: no steps running for job 123\n");
  write("fails", "");
  EXPECT_EQ(read_slurm_energy().why_not,
            "sstat of SLURM: sstat: error: no steps running for job 123");
}

TEST_F(SlurmStep, AsksNothingOutsideOfSlurm) {
  write("answer", "48210\n");
  setenv("SLURM_JOB_ID", "1; echo 7", 1);
  EXPECT_FALSE(read_slurm_energy().joules.has_value());
  unsetenv("SLURM_JOB_ID");
  EXPECT_FALSE(read_slurm_energy().joules.has_value());
  EXPECT_EQ(read_slurm_energy().why_not, "");
}

TEST_F(SlurmStep, StandsInWhereTheProcessorsTellNothing) {
  const auto self = comm::Communicator::self();
  EnergyMeter meter(self, folder_ / "no-zones");
  write("answer", "1000\n");
  meter.start();
  meter.update();
  write("answer", "1750\n");
  meter.stop();
  const EnergyUse use = meter.use(self);
  EXPECT_EQ(use.why_not, "");
  EXPECT_EQ(use.source, "slurm");
  EXPECT_EQ(use.joules, 750);
}

TEST_F(SlurmStep, SaysBothReasonsWhereNeitherKnows) {
  const auto self = comm::Communicator::self();
  EnergyMeter meter(self, folder_ / "no-zones");
  write("answer", "0\n");
  meter.start();
  meter.stop();
  const EnergyUse use = meter.use(self);
  EXPECT_TRUE(use.why_not.starts_with("no RAPL counters under ")) << use.why_not;
  EXPECT_NE(use.why_not.find("; SLURM counts no energy here"), std::string::npos) << use.why_not;
}

}  // namespace
}  // namespace lobatto::perf
