#include "io/text_file.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lobatto::io
