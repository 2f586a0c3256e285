#include "commands/integer_list.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace lobatto::commands {
namespace {

using Values = std::vector<int>;

TEST(IntegerList, NumbersAndRanges) {
  EXPECT_EQ(parse_integer_list("--nodes", "8", 2, 32), (Values{8}));
  EXPECT_EQ(parse_integer_list("--nodes", "8,16", 2, 32), (Values{8, 16}));
  EXPECT_EQ(parse_integer_list("--nodes", "4:7", 2, 32), (Values{4, 5, 6, 7}));
  EXPECT_EQ(parse_integer_list("--nodes", "4:16:5", 2, 32), (Values{4, 9, 14}));
  EXPECT_EQ(parse_integer_list("--nodes", "2,8:10:2,32", 2, 32), (Values{2, 8, 10, 32}));
  EXPECT_EQ(parse_integer_list("--nodes", "5:5", 2, 32), (Values{5}));
}

/// The message for what cannot be read.
std::string message(const std::string& text) {
  try {
    parse_integer_list("--nodes", text, 2, 32);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(IntegerList, ErrorsNameTheOptionAndTheReason) {
  EXPECT_EQ(message("8,33"), "--nodes 8,33: 33 is not between 2 and 32");
  EXPECT_EQ(message("1:8"), "--nodes 1:8: 1 is not between 2 and 32");
  EXPECT_EQ(message("9:8"), "--nodes 9:8: the range 9:8 ends before it begins");
  EXPECT_EQ(message("4:8:0"), "--nodes 4:8:0: 0 is not between 1 and 32");
  for (const char* text : {"", "8,", "eight", "8x", "8.5", "4:8:2:1", ":8", "99999999999"})
    EXPECT_EQ(message(text).rfind(std::string("--nodes ") + text + ":", 0), 0u) << message(text);
}

}  // namespace
}  // namespace lobatto::commands
