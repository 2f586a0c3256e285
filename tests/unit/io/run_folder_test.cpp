#include "io/run_folder.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(RunFolderTest, MakesTheFolderAndItsSubFolders) {
  const RunFolder run = RunFolder::create(folder_ / "runs/duct", world_);
  EXPECT_EQ(run.path(), folder_ / "runs/duct");
  EXPECT_TRUE(fs::is_directory(run.fields()));
  EXPECT_TRUE(fs::is_directory(run.plots()));
}

TEST_F(RunFolderTest, RefusesAnExistingRunOnEveryRankAndNamesTheNextFreeOne) {
  RunFolder::create(folder_ / "duct", world_);
  const auto again = [&] { RunFolder::create(folder_ / "duct/", world_); };
  std::string message = message_of<base::Error>(again);
  EXPECT_NE(message.find((folder_ / "duct").string() + " already exists"), std::string::npos)
      << message;
  EXPECT_NE(message.find("--out " + (folder_ / "duct-2").string()), std::string::npos) << message;

  RunFolder::create(folder_ / "duct-2", world_);
  message = message_of<base::Error>(again);
  EXPECT_NE(message.find("--out " + (folder_ / "duct-3").string()), std::string::npos) << message;
}

TEST_F(RunFolderTest, TakesAnEmptyFolder) {
  if (world_.rank() == 0) fs::create_directory(folder_ / "empty");
  world_.barrier();
  const RunFolder run = RunFolder::create(folder_ / "empty", world_);
  EXPECT_TRUE(fs::is_directory(run.plots()));
}

TEST_F(RunFolderTest, RefusesAFileInItsPlace) {
  if (world_.rank() == 0) std::ofstream(folder_ / "taken") << "text";
  world_.barrier();
  EXPECT_NE(message_of<base::Error>([&] { RunFolder::create(folder_ / "taken", world_); }), "");
  const std::string message =
      message_of<base::Error>([&] { RunFolder::create(folder_ / "taken/run", world_); });
  EXPECT_NE(message.find("Not a directory"), std::string::npos) << message;
  EXPECT_EQ(read_all(folder_ / "taken"), "text");
  world_.barrier();
}

}  // namespace
}  // namespace lobatto::io
