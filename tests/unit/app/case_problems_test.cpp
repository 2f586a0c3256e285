#include "app/case_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace lobatto::app {
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

TEST(CaseProblems, ThrowOnlyWhenThereAreSome) {
  Problems problems;
  EXPECT_NO_THROW(problems.throw_if_any());
  problems.add(at(1, 1), "x");
  EXPECT_THROW(problems.throw_if_any(), base::Error);
}

}  // namespace
}  // namespace lobatto::app
