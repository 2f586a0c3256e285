#include "case/document/section.hpp"

#include <gtest/gtest.h>

namespace lobatto::cases {
namespace {

class SectionTest : public testing::Test {
 protected:
  Problems problems;
  Value document = parse_document(R"([fluid]
length = 2.5
[time]
steps = 10
[[scalar]]
name = "heat"
[[scalar]]
name = "salt"
)",
                                  "a.toml");
  Section root = Section::root(document, problems);
};

TEST_F(SectionTest, GivesValuesByKey) {
  EXPECT_EQ(root.table("fluid").number("length"), 2.5);
  EXPECT_EQ(root.table("time").integer("steps"), 10);
  EXPECT_EQ(root.tables("scalar").at(1).word("name"), "salt");
}

TEST_F(SectionTest, GivesNothingWhereNothingIs) {
  EXPECT_EQ(root.table("fluid").number("velocity"), std::nullopt);
  EXPECT_EQ(root.table("solver").word("pressure"), std::nullopt);
  EXPECT_TRUE(root.table("forcing").tables("buoyancy").empty());
  EXPECT_FALSE(root.has("solver"));
}

TEST_F(SectionTest, WhatWasRefusedReadsAsNothing) {
  find_entry(find_entry(document, "fluid")->value, "length")->value.data = std::monostate{};
  const Section fluid = root.table("fluid");
  EXPECT_TRUE(fluid.has("length"));
  EXPECT_TRUE(fluid.is_refused("length"));
  EXPECT_EQ(fluid.number("length"), std::nullopt);
}

TEST_F(SectionTest, ReportsAtTheKeyOrAtTheTable) {
  root.table("fluid").report("length", "too long");
  root.table("time").report("dt", "not there");
  EXPECT_EQ(problems.text(), "a.toml:2:1: fluid.length: too long\na.toml:3:1: time.dt: not there");
}

}  // namespace
}  // namespace lobatto::cases
