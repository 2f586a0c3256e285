#include "io/checkpoint/folder.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

class CheckpointFolder : public ::testing::Test {
 protected:
  void make(std::initializer_list<const char*> names) {
    for (const char* name : names) std::ofstream(folder_ / name) << name;
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      found.insert(entry.path().filename().string());
    return found;
  }
  using Names = std::set<std::string>;

  comm::Communicator self_ = comm::Communicator::self();
  TemporaryFolder folder_{self_};
};

TEST_F(CheckpointFolder, NamesFiles) {
  EXPECT_EQ(checkpoint_name("a", 20, 0, 1), "a/checkpoint_00000020.h5");
  EXPECT_EQ(checkpoint_name("a", 20, 1, 3), "a/checkpoint_00000020.2of3.h5");
  EXPECT_EQ(step_of_checkpoint("a/checkpoint_00000020.2of3.h5"), 20);
  EXPECT_EQ(step_of_checkpoint("a/checkpoint_1234567890.h5"), 1234567890);
  for (const char* other : {"a/checkpoint_.h5", "a/fields_00000020.h5", "a/checkpoint_2.h5x",
                            "a/checkpoint_99999999999999999999.h5"})
    EXPECT_EQ(step_of_checkpoint(other), -1) << other;
}

TEST_F(CheckpointFolder, FindsWholeCheckpointsNewestFirst) {
  make({"checkpoint_00000010.h5", "checkpoint_00000100.1of2.h5", "checkpoint_00000100.2of2.h5",
        "checkpoint_00000200.1of2.h5", "checkpoint_00000300.h5.part", "notes.txt"});
  const auto found = find_checkpoints(folder_.path());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].step, 100);
  EXPECT_EQ(found[0].file, folder_ / "checkpoint_00000100.1of2.h5");
  EXPECT_EQ(found[1].step, 10);
  EXPECT_TRUE(find_checkpoints(folder_ / "nowhere").empty());
}

TEST_F(CheckpointFolder, RemovesOldOnesAndNothingThatIsBeingWritten) {
  make({"checkpoint_00000010.h5", "checkpoint_00000020.1of2.h5", "checkpoint_00000020.2of2.h5",
        "checkpoint_00000025.2of2.h5", "checkpoint_00000027.h5.part", "checkpoint_00000030.h5",
        "checkpoint_00000040.1of2.h5", "checkpoint_00000040.2of2.h5.part", "notes.txt"});
  remove_old_checkpoints(folder_.path(), 2, 99);
  EXPECT_EQ(names(), (Names{"checkpoint_00000020.1of2.h5", "checkpoint_00000020.2of2.h5",
                            "checkpoint_00000030.h5", "checkpoint_00000040.1of2.h5",
                            "checkpoint_00000040.2of2.h5.part", "notes.txt"}));
  remove_old_checkpoints(folder_.path(), 1, 99);
  EXPECT_EQ(names(), (Names{"checkpoint_00000030.h5", "checkpoint_00000040.1of2.h5",
                            "checkpoint_00000040.2of2.h5.part", "notes.txt"}));
}

TEST_F(CheckpointFolder, LeavesTheNewestProvenOneAndTheNextToBe) {
  const auto kept = [&](long long proven) {
    make({"checkpoint_00000010.h5", "checkpoint_00000020.1of2.h5", "checkpoint_00000020.2of2.h5",
          "checkpoint_00000030.1of2.h5", "checkpoint_00000040.h5", "checkpoint_00000050.h5",
          "checkpoint_00000060.h5"});
    remove_old_checkpoints(folder_.path(), 1, proven);
    std::vector<long long> steps;
    for (const auto& checkpoint : find_checkpoints(folder_.path()))
      steps.push_back(checkpoint.step);
    return steps;
  };
  using Steps = std::vector<long long>;
  EXPECT_EQ(kept(-40), (Steps{60, 10}));  // none is proven yet
  EXPECT_EQ(kept(15), (Steps{60, 20, 10}));
  EXPECT_EQ(kept(20), (Steps{60, 40, 20}));
  EXPECT_EQ(kept(39), (Steps{60, 40, 20}));  // 30 is not whole
  EXPECT_EQ(kept(59), (Steps{60, 50}));
  EXPECT_EQ(kept(60), (Steps{60}));
}

TEST_F(CheckpointFolder, RemovesNothingWhereNoneIsWhole) {
  make({"checkpoint_00000010.1of2.h5", "checkpoint_00000020.h5.part"});
  remove_old_checkpoints(folder_.path(), 1, 99);
  EXPECT_EQ(names().size(), 2u);
}

TEST_F(CheckpointFolder, RemovesWhatDeadRunsHaveLeft) {
  make({"checkpoint_00000010.h5", "checkpoint_00000020.1of2.h5", "checkpoint_00000020.2of2.h5.part",
        "checkpoint_00000030.h5.part", "notes.txt.part"});
  remove_broken_checkpoints(folder_.path());
  EXPECT_EQ(names(), (Names{"checkpoint_00000010.h5", "notes.txt.part"}));
}

TEST_F(CheckpointFolder, KnowsTheFilesOfLaterSteps) {
  make({"checkpoint_00000010.h5", "checkpoint_00000020.1of2.h5", "checkpoint_00000020.2of2.h5"});
  EXPECT_EQ(files_beyond(folder_.path(), 10).size(), 2u);
  EXPECT_TRUE(files_beyond(folder_.path(), 20).empty());
}

TEST_F(CheckpointFolder, StagesEveryRunInAFolderOfItsOwn) {
  const auto one = stage_folder("/dev/shm", folder_ / "one/checkpoints");
  EXPECT_EQ(one, stage_folder("/dev/shm", folder_ / "two/../one/checkpoints"));
  EXPECT_NE(one, stage_folder("/dev/shm", folder_ / "two/checkpoints"));
  EXPECT_EQ(one.parent_path(), "/dev/shm");
}

TEST_F(CheckpointFolder, CompletesAndCopiesFiles) {
  make({"a.part"});
  complete_file(folder_ / "a.part", folder_ / "a");
  copy_complete_file(folder_ / "a", folder_ / "b");
  EXPECT_EQ(names(), (Names{"a", "b"}));
  EXPECT_EQ(read_all(folder_ / "b"), "a.part");
  const std::string message =
      message_of<base::Error>([&] { copy_complete_file(folder_ / "a", folder_ / "c/d"); });
  EXPECT_NE(message.find((folder_ / "c/d").string() + ": No such file"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace lobatto::io
