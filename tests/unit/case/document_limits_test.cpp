
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/reader.hpp"
#include "support/good_case.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

std::string repeated(const std::string& text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

TEST(ExcessOfDocument, LeavesCasesAlone) {
  EXPECT_EQ(excess_of_document(full_case), "");
  EXPECT_EQ(excess_of_document(""), "");
}

TEST(ExcessOfDocument, CountsThePartsOfKeys) {
  const std::string deep = "a" + repeated(".a", 31);
  EXPECT_EQ(excess_of_document(deep + " = 1\n" + deep + " = 1\n"), "");
  EXPECT_EQ(excess_of_document("b = 1\n" + deep + " . \"a\" = 1"),
            "2: a key of more than 32 parts");
  EXPECT_EQ(excess_of_document("[" + deep + "]"), "");
  EXPECT_EQ(excess_of_document("[" + deep + ".a]"), "1: a key of more than 32 parts");
  EXPECT_EQ(excess_of_document("t = { x = 1, " + deep + ".a = 1 }"),
            "1: a key of more than 32 parts");
}

TEST(ExcessOfDocument, CountsBracketsInEachOther) {
  EXPECT_EQ(excess_of_document("a = " + repeated("[", 32) + repeated("]", 32)), "");
  EXPECT_EQ(excess_of_document("a = 1\nb = " + repeated("[", 33)),
            "2: tables or lists more than 32 deep in each other");
  EXPECT_EQ(excess_of_document("a = [\n" + repeated("[1.5, 2.5],\n", 100) + "]"), "");
  EXPECT_EQ(excess_of_document("a = " + repeated("{ b = [", 17)),
            "1: tables or lists more than 32 deep in each other");
}

TEST(ExcessOfDocument, LooksIntoNoStringAndNoComment) {
  const std::string dots = repeated(".[", 100);
  EXPECT_EQ(excess_of_document("# " + dots + "\na = 1"), "");
  EXPECT_EQ(excess_of_document("a = \"" + dots + "\""), "");
  EXPECT_EQ(excess_of_document("a = \"\\\"" + dots + "\\\\\""), "");
  EXPECT_EQ(excess_of_document("a = '" + dots + "\\'"), "");
  EXPECT_EQ(excess_of_document("a = \"\"\"\n\"" + dots + "\n\"\"\""), "");
  EXPECT_EQ(excess_of_document("a = '''\n'" + dots + "\n'''"), "");
  // What follows a string counts again, in its line.
  EXPECT_EQ(excess_of_document("a = \"\"\"\n\n\"\"\"\nb = " + repeated("[", 33)),
            "4: tables or lists more than 32 deep in each other");
  EXPECT_EQ(excess_of_document("a = \"open\nb = " + repeated("[", 33)),
            "2: tables or lists more than 32 deep in each other");
}

// Each of these would exhaust the stack of a parser that recurses.
TEST(Documents, OfAnyDepthAreRefusedInWords) {
  constexpr int n = 20000;
  for (const std::string& text :
       {"a" + repeated(".a", n) + " = 1", "[a" + repeated(".a", n) + "]", "a = " + repeated("[", n),
        "a = " + repeated("[", n) + repeated("]", n), "a = " + repeated("{ b = ", n)}) {
    const auto message =
        message_of<base::Error>([&] { parse_case("b = 1\n" + text, "deep.toml", {}); });
    EXPECT_TRUE(message.starts_with("deep.toml:2: ")) << message.substr(0, 200);
    EXPECT_LT(message.size(), 200u);
  }
}

TEST(Overrides, OfAnyDepthAreRefusedInWords) {
  constexpr int n = 20000;
  for (const std::string& text :
       {"a" + repeated(".a", n) + "=1", "mesh.order=" + repeated("[", n),
        "mesh.order=a" + repeated(".a", n), "mesh.order=1\na" + repeated(".a", n) + "=1"}) {
    const auto message =
        message_of<base::Error>([&] { parse_case(minimal_case, "a.toml", {text}); });
    EXPECT_TRUE(message.starts_with("--set ")) << message.substr(0, 200);
    EXPECT_LT(message.size(), 2000u);
  }
}

}  // namespace
}  // namespace lobatto::cases
