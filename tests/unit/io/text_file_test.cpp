#include "io/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

TEST(TextFile, JsonReplacesTheOldFileAndLeavesNoPart) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  write_json(folder / "summary.json", {{"steps", 1}}, world);
  write_json(folder / "summary.json", {{"steps", 2}, {"order", 7}}, world);
  const auto read = nlohmann::ordered_json::parse(read_all(folder / "summary.json"));
  EXPECT_EQ(read, (nlohmann::ordered_json{{"steps", 2}, {"order", 7}}));
  EXPECT_FALSE(std::filesystem::exists(partial_name(folder / "summary.json")));
  world.barrier();
}

TEST(TextFile, FailureNamesTheFileOnEveryRank) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const auto file = folder / "nowhere/summary.json";
  const std::string message = message_of<base::Error>([&] { write_json(file, {{"a", 1}}, world); });
  EXPECT_EQ(message, "cannot write " + file.string() + ": No such file or directory");
}

TEST(TextFile, ReplacesRegularFilesOnly) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const auto fifo = folder / "fifo";
  if (world.rank() == 0) mkfifo(fifo.c_str(), 0666);
  world.barrier();
  EXPECT_EQ(message_of<base::Error>([&] { write_json(fifo, {{"a", 1}}, world); }),
            "cannot write " + fifo.string() + ": is a FIFO, not a regular file");
  EXPECT_TRUE(std::filesystem::is_fifo(fifo));
  world.barrier();
}

TEST(TextFile, WritesThroughALink) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  if (world.rank() == 0) {
    std::filesystem::create_directory(folder / "other");
    std::ofstream(folder / "other/file") << "old";
    std::filesystem::create_symlink("other/file", folder / "link");
  }
  world.barrier();
  write_json(folder / "link", {{"a", 1}}, world);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_NE(read_all(folder / "other/file"), "old");
  world.barrier();
}

}  // namespace
}  // namespace lobatto::io
