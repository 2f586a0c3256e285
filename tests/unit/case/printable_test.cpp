#include "case/document/printable.hpp"

#include <gtest/gtest.h>

namespace lobatto::cases {
namespace {

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable("mesh.order = 7"), "mesh.order = 7");
  EXPECT_EQ(printable("a\\b \"c\" ~"), "a\\b \"c\" ~");
  EXPECT_EQ(printable("Größe µ 粘度 🌊"), "Größe µ 粘度 🌊");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsWhatWouldSteerATerminal) {
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable("one\ntwo\r\tthree\x7f"), "one\\ntwo\\r\\tthree\\x7f");
  EXPECT_EQ(printable(std::string_view("y\0z", 3)), "y\\x00z");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");
}

TEST(Printable, ShowsWhatWouldReorderText) {
  EXPECT_EQ(printable("a\u202eb\u2066c\u2028d\u200be\ufefff"),
            "a\\u202eb\\u2066c\\u2028d\\u200be\\ufefff");
}

TEST(Printable, ShowsBytesThatAreNoText) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("a\xc3"), "a\\xc3");                           // cut
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // too long a form of '/'
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last
  EXPECT_EQ(printable("\xe2\x28\xa1"), "\\xe2(\\xa1");
}

TEST(PrintableLines, KeepsTheEndsOfLines) {
  EXPECT_EQ(printable_lines("a\x1b\n\nb\r\n"), "a\\x1b\n\nb\\r\n");
  EXPECT_EQ(printable_lines(""), "");
}

TEST(Printable, LeavesLinesThatAreToldFromTheNextMessage) {
  EXPECT_EQ(printable_message("a:\n    b\x1b\n      c\nd"), "a:\n    b\\x1b\n      c\\nd");
  EXPECT_EQ(printable_message("\n\n    a\n"), "\\n\n    a\\n");
  EXPECT_EQ(as_continuation("one\n  two"), "\n    one\n      two");
  EXPECT_EQ(as_continuation("one"), "one");
  EXPECT_EQ(printable_message("x: " + as_continuation("one\ntwo\n\nthree")),
            "x: \n    one\n    two\n    \n    three");
}

TEST(Shortened, KeepsTheBeginningAndTheEnd) {
  EXPECT_EQ(shortened("short", 8), "short");
  EXPECT_EQ(shortened("abcdefghijklmnop", 8), "abcdef ... op");
}

TEST(Shortened, CutsBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "µ";
  for (std::size_t longest = 8; longest < 30; ++longest) {
    const std::string cut = shortened(text, longest);
    EXPECT_EQ(printable(cut), cut) << longest;
    EXPECT_LE(cut.size(), longest + 5);
  }
}

}  // namespace
}  // namespace lobatto::cases
