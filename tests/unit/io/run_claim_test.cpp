#include "io/run_claim.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;
using Mode = RunClaim::Mode;

class RunClaimTest : public ::testing::Test {
 protected:
  void write(const std::string& name) const {
    if (world_.rank() == 0) {
      fs::create_directories((folder_ / name).parent_path());
      std::ofstream(folder_ / name) << "text";
    }
    world_.barrier();
  }
  /// The same on all ranks, or the ranks end together.
  std::string refusal(const fs::path& path, Mode mode = Mode::anew) const {
    std::string message =
        message_of<base::Error>([&] { const RunClaim claim(path, mode, world_); });
    std::string of_root = message;
    world_.broadcast(of_root, 0);
    EXPECT_EQ(message, of_root);
    return message;
  }
  bool is_there(const std::string& name) const {
    world_.barrier();
    const bool is = fs::exists(fs::symlink_status(folder_ / name));
    world_.barrier();
    return is;
  }
  /// Acts on rank 0, the others wait.
  template <class Action>
  void on_first(Action action) const {
    if (world_.rank() == 0) action();
    world_.barrier();
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(RunClaimTest, MakesTheFolderAndTakesItAwayAgainUnlessItIsKept) {
  {
    const RunClaim claim(folder_ / "runs/duct/", Mode::anew, world_);
    EXPECT_EQ(claim.folder().path(), folder_ / "runs/duct");
    EXPECT_FALSE(claim.continues());
    EXPECT_EQ(claim.warning(), "");
    EXPECT_TRUE(is_there("runs/duct/run.lock"));
    write("runs/duct/run.log");
    write("runs/duct/probes/wake.csv");
  }
  EXPECT_FALSE(is_there("runs"));
  {
    RunClaim claim(folder_ / "runs/duct", Mode::go_on, world_);
    EXPECT_FALSE(claim.continues());
    write("runs/duct/run.log");
    claim.keep();
  }
  EXPECT_TRUE(is_there("runs/duct/run.log"));
  EXPECT_FALSE(is_there("runs/duct/run.lock"));
}

TEST_F(RunClaimTest, LeavesAnEmptyFolderAsItWas) {
  on_first([&] { fs::create_directory(folder_ / "empty"); });
  {
    const RunClaim claim(folder_ / "empty", Mode::anew, world_);
    write("empty/run.log");
    write("empty/notes.txt");
  }
  EXPECT_TRUE(is_there("empty"));
  EXPECT_FALSE(is_there("empty/run.log"));
  EXPECT_TRUE(is_there("empty/notes.txt"));
}

TEST_F(RunClaimTest, NeverClearsAFolderThatHeldARun) {
  write("duct/run.log");
  {
    const RunClaim claim(folder_ / "duct", Mode::go_on, world_);
    EXPECT_TRUE(claim.continues());
    EXPECT_TRUE(is_there("duct/run.lock"));
  }
  EXPECT_TRUE(is_there("duct/run.log"));
  EXPECT_FALSE(is_there("duct/run.lock"));
}

TEST_F(RunClaimTest, IsRefusedWhileAnotherRunHasTheFolderByTheNameOfItsOwner) {
  RunClaim first(folder_ / "duct", Mode::anew, world_);
  write("duct/run.log");
  first.keep();
  std::string process = std::to_string(getpid());
  world_.broadcast(process, 0);
  for (const Mode mode : {Mode::anew, Mode::go_on}) {
    const std::string message = refusal(folder_ / "duct", mode);
    EXPECT_TRUE(contains(message, (folder_ / "duct").string() + ": another run is going on"))
        << message;
    EXPECT_TRUE(contains(message, "process " + process + " on ")) << message;
    EXPECT_TRUE(contains(message, "--out " + (folder_ / "duct-2").string())) << message;
  }
  EXPECT_TRUE(contains(owner_of(first.folder()), "process " + process + " on "));
  EXPECT_TRUE(is_there("duct/run.log"));
}

TEST_F(RunClaimTest, IsNotHinderedByTheLockOfARunThatWasKilled) {
  write("duct/run.lock");
  EXPECT_EQ(owner_of(RunFolder(folder_ / "duct")), "");
  world_.barrier();
  EXPECT_EQ(refusal(folder_ / "duct"), "");
  write("duct/run.lock");
  write("duct/run.log");
  EXPECT_TRUE(contains(refusal(folder_ / "duct"), " already exists"));
  const RunClaim claim(folder_ / "duct", Mode::go_on, world_);
  EXPECT_TRUE(claim.continues());
}

TEST_F(RunClaimTest, RefusesAnExistingRunAndTellsWhatToDo) {
  for (const char* name : {"duct/run.log", "duct/steps.jsonl"}) write(name);
  const std::string path = (folder_ / "duct").string();
  EXPECT_EQ(refusal(folder_ / "duct/"),
            path +
                " already exists and a run is never overwritten: choose another folder, for "
                "example --out " +
                path +
                "-2, go on with it (--restart), or remove it first "
                "(rm -r " +
                path + ")");
  write("duct-2/notes.txt");
  EXPECT_TRUE(contains(refusal(folder_ / "duct"), "--out " + path + "-3"));
  EXPECT_FALSE(is_there("duct/run.lock"));
}

TEST_F(RunClaimTest, NeverAdvisesToRemoveWhatIsNoRun) {
  write("thesis/chapter.tex");
  const std::string message = refusal(folder_ / "thesis");
  EXPECT_TRUE(contains(message, " already exists")) << message;
  EXPECT_FALSE(contains(message, "rm ") || contains(message, "--restart")) << message;
  write("thesis/run.log");
  EXPECT_FALSE(contains(refusal(folder_ / "thesis"), "rm "));
  EXPECT_FALSE(is_there("thesis/run.lock"));
}

TEST_F(RunClaimTest, AdvisesWordsThatTheShellTakesAsOne) {
  write("my run's/run.log");
  EXPECT_TRUE(contains(refusal(folder_ / "my run's"),
                       "(rm -r '" + (folder_ / "my run").string() + "'\\''s')"));
}

TEST_F(RunClaimTest, DoesNotGoOnInAFolderThatIsNoRun) {
  write("thesis/chapter.tex");
  const std::string message = refusal(folder_ / "thesis", Mode::go_on);
  EXPECT_TRUE(contains(message, (folder_ / "thesis").string() + " is not the folder of a run"))
      << message;
  EXPECT_FALSE(is_there("thesis/run.lock"));
}

TEST_F(RunClaimTest, RefusesPathsWhereNoFolderCanBe) {
  write("taken");
  on_first([&] {
    fs::create_symlink("nowhere", folder_ / "dangling");
    fs::create_symlink("loop", folder_ / "loop");
  });
  EXPECT_TRUE(contains(refusal(""), "expected a path, found an empty one (--out)"));
  EXPECT_TRUE(contains(refusal("/dev/null"), "/dev/null is there and is no folder"));
  EXPECT_TRUE(contains(refusal(folder_ / "taken"), "is there and is no folder"));
  EXPECT_TRUE(contains(refusal(folder_ / "new/../taken/run"),
                       (folder_ / "taken").string() + " is there and is no folder"));
  EXPECT_TRUE(contains(refusal(folder_ / "dangling"), "is a link to nowhere"));
  EXPECT_TRUE(contains(refusal(folder_ / "dangling/run"), "is a link to nowhere"));
  EXPECT_TRUE(contains(refusal(folder_ / "loop", Mode::go_on), "Too many levels"));
  EXPECT_TRUE(contains(refusal("/"), "/ already exists"));
  EXPECT_FALSE(is_there("nowhere") || is_there("new"));
}

TEST_F(RunClaimTest, RefusesThePlaceOfTheProgramUnlessItIsEmpty) {
  write("here/notes.txt");
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "here");
  for (const char* path : {".", "./", "new/..", "new/../.", "../here"})
    EXPECT_TRUE(contains(refusal(path), " already exists")) << path;
  EXPECT_FALSE(contains(refusal("."), "for example"));
  EXPECT_TRUE(contains(refusal("new/../.."), " already exists"));
  fs::current_path(before);
  EXPECT_FALSE(is_there("here/new"));
  EXPECT_FALSE(is_there("here/run.lock"));
}

TEST_F(RunClaimTest, FollowsALinkToAFolder) {
  on_first([&] {
    fs::create_directory(folder_ / "disk");
    fs::create_directory_symlink("disk", folder_ / "link");
  });
  const RunClaim claim(folder_ / "link", Mode::anew, world_);
  EXPECT_TRUE(is_there("disk/run.lock"));
  // Another name for the same folder.
  EXPECT_TRUE(contains(refusal(folder_ / "disk"), "another run is going on"));
}

}  // namespace
}  // namespace lobatto::io
