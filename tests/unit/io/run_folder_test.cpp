#include "io/run_folder.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public ::testing::Test {
 protected:
  RunFolderTest() { fs::create_directory(run_.path()); }

  void write(const std::string& name) const {
    fs::create_directories((run_.path() / name).parent_path());
    std::ofstream(run_.path() / name) << "text";
  }

  comm::Communicator self_ = comm::Communicator::self();
  TemporaryFolder folder_{self_};
  RunFolder run_{folder_ / "run"};
};

TEST_F(RunFolderTest, HoldsARunWhereOneHasLeftItsMark) {
  EXPECT_FALSE(run_.holds_run());
  write("notes.txt");
  write("checkpoints/model.ckpt");
  EXPECT_FALSE(run_.holds_run());
  for (const char* name : {"run.log", "steps.jsonl", "summary.json", "run.lock",
                           "checkpoints/checkpoint_00000010.h5"}) {
    write(name);
    EXPECT_TRUE(run_.holds_run()) << name;
    EXPECT_FALSE(run_.holds_only_run()) << name;
    fs::remove(run_.path() / name);
  }
}

TEST_F(RunFolderTest, HoldsNothingElseWhereAllIsOfTheRun) {
  for (const char* name : {"run.log", "steps.jsonl", "fields/fields.vtkhdf", "plots/a.png"})
    write(name);
  EXPECT_TRUE(run_.holds_only_run());
  write("thesis.tex");
  EXPECT_FALSE(run_.holds_only_run());
}

TEST_F(RunFolderTest, HoldsNothingWithItsLockAlone) {
  EXPECT_FALSE(run_.holds_something());
  write("run.lock");
  EXPECT_FALSE(run_.holds_something());
  write(".hidden");
  EXPECT_TRUE(run_.holds_something());
}

TEST_F(RunFolderTest, IsClearedOfWhatARunBeginsWith) {
  for (const char* name : {"run.log", "steps.jsonl", "probes/wake.csv", "run.lock", "notes.txt"})
    write(name);
  run_.clear();
  EXPECT_FALSE(fs::exists(run_.log()) || fs::exists(run_.steps()) || fs::exists(run_.probes()));
  EXPECT_TRUE(fs::exists(run_.lock()));
  EXPECT_TRUE(fs::exists(run_.path() / "notes.txt"));
}

TEST(MakeFolder, FailsOnEveryRankWithTheReason) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  make_folder(folder / "a/b", world);
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
  if (world.rank() == 0) std::ofstream(folder / "taken") << "text";
  world.barrier();
  const std::string message =
      message_of<base::Error>([&] { make_folder(folder / "taken/run", world); });
  EXPECT_EQ(message,
            "cannot make the folder " + (folder / "taken/run").string() + ": Not a directory");
  world.barrier();
}

}  // namespace
}  // namespace lobatto::io
