#include "run/origin/origin.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::run {
namespace {

namespace fs = std::filesystem;

class RunOriginTest : public ::testing::Test {
 protected:
  RunOriginTest() {
    std::string name = (fs::temp_directory_path() / "lobatto-origin-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~RunOriginTest() override { fs::remove_all(folder_); }

  void make(const std::string& file) const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << "{}";
  }
  RunOrigin find(bool continues, const std::optional<fs::path>& from = {},
                 const std::string& case_from = "") const {
    cases::Case the_case;
    if (!case_from.empty()) the_case.restart = {case_from, "a.toml:3:1: restart.from"};
    return find_origin(the_case, folder_ / "run", continues, from, self_);
  }

  comm::Communicator self_ = comm::Communicator::self();
  fs::path folder_;
};

TEST_F(RunOriginTest, IsTheInitialConditionOfANewRun) {
  EXPECT_FALSE(find(false).checkpoint);
  EXPECT_FALSE(find(false).continues);
}

TEST_F(RunOriginTest, IsTheNewestCheckpointOfTheFolder) {
  for (const char* file : {"checkpoint_00000010.h5", "checkpoint_00000020.h5",
                           "checkpoint_00000030.1of2.h5", "checkpoint_00000040.h5.part"})
    make(std::string("run/checkpoints/") + file);
  EXPECT_EQ(find(true).checkpoint, folder_ / "run/checkpoints/checkpoint_00000020.h5");
  EXPECT_TRUE(find(true).continues);
  EXPECT_FALSE(find(false).checkpoint);
  const auto earlier = folder_ / "run/checkpoints/checkpoint_00000010.h5";
  EXPECT_EQ(find(true, earlier).checkpoint, earlier);
  EXPECT_TRUE(find(true, earlier).continues);
}

TEST_F(RunOriginTest, OfARunThatDiedBeforeItsFirstCheckpointIsTheBegin) {
  make("run/steps.jsonl");
  EXPECT_FALSE(find(true).checkpoint);
  EXPECT_TRUE(find(true).continues);
}

TEST_F(RunOriginTest, OfACompleteRunWithoutCheckpointsIsAnError) {
  make("run/summary.json");
  EXPECT_EQ(
      message_of<base::Error>([&] { find(true); }),
      "--restart: " + (folder_ / "run").string() +
          ": there is no checkpoint in this folder, whose run is over; begin again in another "
          "folder (--out), with output.checkpoint to go on from");
}

TEST_F(RunOriginTest, IsWhatTheCaseNamesUnlessTheRunHasItsOwn) {
  make("other/checkpoints/checkpoint_00000500.h5");
  const std::string other = (folder_ / "other").string();
  const auto named = folder_ / "other/checkpoints/checkpoint_00000500.h5";
  EXPECT_EQ(find(false, {}, other).checkpoint, named);
  EXPECT_FALSE(find(false, {}, other).continues);
  EXPECT_EQ(find(false, {}, named.string()).checkpoint, named);
  make("run/checkpoints/checkpoint_00000010.h5");
  EXPECT_EQ(find(true, {}, other).checkpoint, folder_ / "run/checkpoints/checkpoint_00000010.h5");
}

TEST_F(RunOriginTest, ThatIsNotThereIsAnErrorWithItsPlace) {
  const std::string nowhere = (folder_ / "nowhere").string();
  EXPECT_EQ(message_of<base::Error>([&] { find(false, {}, nowhere); }),
            "a.toml:3:1: restart.from: " + nowhere + ": no such file or folder");
  EXPECT_EQ(message_of<base::Error>([&] { find(true, nowhere); }),
            "--from: " + nowhere + ": no such file or folder");
  fs::create_directories(nowhere);
  EXPECT_EQ(message_of<base::Error>([&] { find(true, nowhere); }),
            "--from: " + nowhere + ": there is no checkpoint in this folder");
  const fs::path fifo = folder_ / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0666), 0);
  EXPECT_EQ(message_of<base::Error>([&] { find(true, fifo); }),
            "--from: " + fifo.string() + ": is a FIFO, not a regular file");
}

TEST_F(RunOriginTest, ThatIsGivenIsTakenByANewRunToo) {
  make("other/checkpoints/checkpoint_00000500.h5");
  const auto given = folder_ / "other/checkpoints/checkpoint_00000500.h5";
  EXPECT_EQ(find(false, folder_ / "other").checkpoint, given);
  EXPECT_FALSE(find(false, given).continues);
}

TEST_F(RunOriginTest, TellsWhetherASummaryIsOfAStep) {
  EXPECT_FALSE(is_summarised(folder_ / "summary.json", 5, self_));
  std::ofstream(folder_ / "summary.json") << R"({"steps": 5})";
  EXPECT_TRUE(is_summarised(folder_ / "summary.json", 5, self_));
  EXPECT_FALSE(is_summarised(folder_ / "summary.json", 6, self_));
  std::ofstream(folder_ / "summary.json") << "{";
  EXPECT_FALSE(is_summarised(folder_ / "summary.json", 5, self_));
}

}  // namespace
}  // namespace lobatto::run
