#include "case/document/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace lobatto::cases {
namespace {

Location at(int line, int column) { return {"a.toml", line, column, false}; }

TEST(CaseProblems, StandInTheOrderOfTheFileThenTheWholeThenOverrides) {
  Problems problems;
  problems.add({"--set a=1", 0, 0, true}, "fourth");
  problems.add(at(0, 0), "third");
  problems.add(at(10, 2), "second");
  problems.add(at(2, 30), "first");
  EXPECT_EQ(problems.text(),
            "a.toml:2:30: first\na.toml:10:2: second\na.toml: third\n--set a=1: fourth");
}

TEST(CaseProblems, AreSaidOnce) {
  Problems problems;
  problems.add(at(1, 1), "this");
  problems.add(at(1, 1), "this");
  EXPECT_EQ(problems.text(), "a.toml:1:1: this");
}

TEST(CaseProblems, EndAfterTwenty) {
  Problems problems;
  for (int i = 1; i <= 25; ++i) problems.add(at(i, 1), "x");
  const std::string text = problems.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
  EXPECT_TRUE(text.ends_with("\n... and 5 more"));
}

TEST(Problems, OfAnyNumberAreCounted) {
  Problems problems;
  for (int i = 1; i <= 100000; ++i) problems.add(at(i, 1), "x");
  EXPECT_TRUE(problems.text().ends_with("\na.toml:20:1: x\n... and 99980 more"));
}

TEST(Problems, ThatCameWithTheirPlaceStandLastInTheirOrder) {
  Problems problems;
  problems.add_placed("a.toml:9:1: second");
  problems.add_placed("a.toml:3:1: third");
  problems.add(at(10, 1), "first");
  problems.add_placed("a.toml:9:1: second");
  EXPECT_EQ(problems.text(), "a.toml:10:1: first\na.toml:9:1: second\na.toml:3:1: third");
}

TEST(Problems, AreOneLineForATerminalEach) {
  Problems problems;
  problems.add(at(1, 1), "key \x1b[31m\nnext");
  problems.add({"--set a=\nb", 0, 0, true}, "x");
  problems.add_placed("a.toml:3:1: \x07");
  EXPECT_EQ(problems.text(),
            "a.toml:1:1: key \\x1b[31m\\nnext\n--set a=\\nb: x\na.toml:3:1: \\x07");
}

TEST(Problems, AreNotLongerThanCanBeRead) {
  Problems problems;
  problems.add(at(1, 1), "begin" + std::string(1 << 20, 'x') + "end");
  const std::string text = problems.text();
  EXPECT_LT(text.size(), Problems::longest_message + 100);
  EXPECT_TRUE(text.starts_with("a.toml:1:1: beginxxx"));
  EXPECT_TRUE(text.ends_with("xxxend"));
}

TEST(Problems, ThrowOnlyWhenThereAreSome) {
  Problems problems;
  EXPECT_NO_THROW(problems.throw_if_any());
  problems.add(at(1, 1), "x");
  EXPECT_THROW(problems.throw_if_any(), base::Error);
}

}  // namespace
}  // namespace lobatto::cases
