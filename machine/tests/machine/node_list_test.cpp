#include "machine/placement/node_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "message_of.hpp"

namespace lobatto::machine {
namespace {

using Names = std::vector<std::string>;

TEST(NodeList, ExpandsNamesAsSlurmWritesThem) {
  EXPECT_EQ(expand_names("a"), (Names{"a"}));
  EXPECT_EQ(expand_names("n[008-011,7],login1"),
            (Names{"n008", "n009", "n010", "n011", "n7", "login1"}));
  EXPECT_EQ(expand_names("r[1-2]c[0-1]x"), (Names{"r1c0x", "r1c1x", "r2c0x", "r2c1x"}));
}

TEST(NodeList, ShowsThePlaceOfWhatIsWrong) {
  const auto message = [](const char* list) {
    return message_of<base::Error>([&] { (void)expand_names(list); });
  };
  EXPECT_EQ(message(""), "the list of nodes is empty");
  EXPECT_EQ(message("n[1-2"),
            "the list of nodes 'n[1-2': a bracket that is not closed at character 2");
  EXPECT_EQ(message("n1]"),
            "the list of nodes 'n1]': a bracket that was not opened at character 3");
  EXPECT_EQ(message("a,,b"), "the list of nodes 'a,,b': expected a name at character 3");
  EXPECT_EQ(message("a,"), "the list of nodes 'a,': expected a name after ',' at character 2");
  EXPECT_EQ(message("n[]"), "the list of nodes 'n[]': brackets without a number at character 3");
  EXPECT_EQ(
      message("n[3-1]"),
      "the list of nodes 'n[3-1]': expected a number or a range such as 01-12, found '3-1' at "
      "character 3");
}

/// Before they are made: no list takes the memory of the machine.
TEST(NodeList, HasAMillionNamesAtMost) {
  EXPECT_EQ(expand_names("n[1-1000]x[1-1000]").size(), 1'000'000u);
  const auto message = [](const std::string& list) {
    return message_of<base::Error>([&] { (void)expand_names(list); });
  };
  EXPECT_EQ(message("n[1-99999999999]"),
            "the list of nodes 'n[1-99999999999]': 1e+11 names, expected at most 1000000 at "
            "character 3");
  for (const char* list : {"n[1-1001]x[1-1000]", "n[1-600000,1-600000]", "a[1-1000000],b",
                           "n[0-9223372036854775807]", "n[1-999]x[1-999]y[1-999]z[1-999]"})
    EXPECT_NE(message(list).find(" names, expected at most 1000000"), std::string::npos) << list;
  const std::string long_name(10'000, 'n');
  EXPECT_NE(message("a," + long_name).find("a name of 10000 characters"), std::string::npos);
  EXPECT_NE(message("n[" + std::string(10'000, '0') + "1-9]").find("10001 digits"),
            std::string::npos);
}

class HostFile : public ::testing::Test {
 protected:
  HostFile() : file_(std::filesystem::temp_directory_path() / "lobatto_node_list_test.txt") {}
  ~HostFile() override { std::filesystem::remove(file_); }
  HostFile(const HostFile&) = delete;
  HostFile& operator=(const HostFile&) = delete;

  std::vector<Node> read(const char* text, int slots) {
    std::ofstream(file_) << text;
    return read_nodes(file_, slots);
  }
  std::string message(const char* text) {
    const std::string all = message_of<base::Error>([&] { (void)read(text, 1); });
    return all.substr(all.find(file_.string()) + file_.string().size());
  }
  std::filesystem::path file_;
};

TEST_F(HostFile, NamesNodesWithSlotsOrARankALine) {
  const auto nodes = read("# two of a kind\n a slots=24 max_slots=48\n\nb\nb # again\nb\n", 2);
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].name, "a");
  EXPECT_EQ(nodes[0].slots, 24);
  EXPECT_EQ(nodes[1].name, "b");
  EXPECT_EQ(nodes[1].slots, 6);
}

TEST_F(HostFile, IsRefusedWithTheLine) {
  EXPECT_EQ(message("a\nb slots=none\n"),
            ", line 2: expected 'slots=N' with a positive number behind the name, found "
            "'slots=none'");
  EXPECT_EQ(message("a slots=0\n"),
            ", line 1: expected 'slots=N' with a positive number behind the name, found 'slots=0'");
  EXPECT_EQ(message("# nobody\n"), ": names no node");
  EXPECT_EQ(message_of<base::Error>([] { (void)read_nodes("/nowhere/at/all", 1); }),
            "/nowhere/at/all: no such file");
}

}  // namespace
}  // namespace lobatto::machine
