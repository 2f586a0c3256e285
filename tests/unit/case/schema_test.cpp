#include "case/schema/schema.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "case/format.hpp"

namespace lobatto::cases {
namespace {

const Schema& key_schema() {
  static const CaseFormat format;
  return format.schema();
}

TEST(FindKey, FillsThePlaceholders) {
  EXPECT_EQ(key_schema().find("mesh", "y")->path, "mesh.<axis>");
  EXPECT_EQ(key_schema().find("mesh.<axis>", "ticks")->path, "mesh.<axis>.ticks");
  EXPECT_EQ(key_schema().find("boundary", "z_max")->path, "boundary.<face>");
  EXPECT_EQ(key_schema().find("", "scalar")->path, "scalar[]");
  EXPECT_EQ(key_schema().find("parameters", "anything")->path, "parameters.<name>");
  EXPECT_EQ(key_schema().find("mesh", "w"), nullptr);
  EXPECT_EQ(key_schema().find("", "ordr"), nullptr);
}

TEST(Range, ContainsAndSays) {
  const Range order{1, 31};
  EXPECT_TRUE(order.contains(1) && order.contains(31));
  EXPECT_FALSE(order.contains(0) || order.contains(32));
  EXPECT_EQ(order.text(), " from 1 to 31");
  const Range open{0, 2, true, true};
  EXPECT_FALSE(open.contains(0) || open.contains(2));
  EXPECT_EQ(open.text(), " above 0 and below 2");
  EXPECT_EQ((Range{.lower = 1}.text()), " of at least 1");
  EXPECT_EQ(Range{}.text(), "");
}

TEST(ExpectedText, SaysAllThatIsAccepted) {
  EXPECT_EQ(key_schema().expected_text(*key_schema().find("mesh", "order")),
            "an integer from 1 to 31");
  EXPECT_EQ(
      key_schema().expected_text(*key_schema().find("solver", "pressure")),
      "\"auto\", \"tensor-direct\", \"extruded-direct\", \"tensor-cg\" or \"schwarz-multigrid\"");
  EXPECT_EQ(key_schema().expected_text(*key_schema().find("solver", "preconditioner")),
            "\"single\" or \"double\"");
  EXPECT_EQ(key_schema().expected_text(*key_schema().find("mesh.<axis>", "grading")),
            "\"uniform\", { sine = ... } or { geometric = ... }");
}

TEST(KeyTable, NamesEveryKey) {
  const CaseFormat format;
  const std::string table = key_table_markdown(format.schema());
  for (const Key& key : format.schema().keys) {
    const std::string shown =
        key.parent().empty() ? fmt::format("[{}]", key.name()) : fmt::format("`{}`", key.path);
    EXPECT_NE(table.find(shown), std::string::npos) << key.path;
  }
}

}  // namespace
}  // namespace lobatto::cases
