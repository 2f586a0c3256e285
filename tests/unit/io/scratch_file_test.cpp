// A stack of bytes on disk, of which nothing is left.
#include "io/scratch_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::io {
namespace {

class ScratchFileTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "lobatto-scratch-file-test";
};

TEST_F(ScratchFileTest, GivesBackWhatLiesAtAPlace) {
  ScratchFile file(folder, 64);
  const std::vector<double> first{1, 2, 3};
  const std::array<float, 2> second{4, 5};
  file.push(std::as_bytes(std::span(first)));
  file.push(std::as_bytes(std::span(second)));
  EXPECT_EQ(file.size(), 32U);
  std::array<float, 2> found{};
  file.read(24, std::as_writable_bytes(std::span(found)));
  EXPECT_EQ(found, second);
  file.shrink(8);
  const std::array<double, 1> third{6};
  file.push(std::as_bytes(std::span(third)));
  std::array<double, 2> both{};
  file.read(0, std::as_writable_bytes(std::span(both)));
  EXPECT_EQ(both, (std::array<double, 2>{1, 6}));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(ScratchFileTest, TellsWhatTheFolderDoesNotAllow) {
  EXPECT_NE(message_of<base::Error>([&] {
              ScratchFile(folder / "none", 0);
            }).find("none: No such file or directory"),
            std::string::npos);
  constexpr auto too_much = std::uintmax_t{1} << 62;
  EXPECT_NE(message_of<base::Error>([&] { ScratchFile(folder, too_much); }).find("cannot reserve"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

}  // namespace
}  // namespace lobatto::io
