#include "case/expressions/data_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

double value_of(const DataTable& table, const std::string& column, double x) {
  std::size_t hint = 0;
  return table.value(table.column(column), x, hint);
}

std::string fault_of(const std::string& text) {
  return message_of<base::Error>([&] { const DataTable table(text, "in.csv"); });
}

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(DataTable, IsLinearBetweenItsRowsAndConstantBeyond) {
  const DataTable table("0, 1, 5\n0.5, 3, 5\n2, 0, 8\n", "in.csv");
  EXPECT_EQ(value_of(table, "2", 0), 1);
  EXPECT_EQ(value_of(table, "2", 0.25), 2);
  EXPECT_EQ(value_of(table, "2", 0.5), 3);
  EXPECT_EQ(value_of(table, "2", 1), 2);
  EXPECT_EQ(value_of(table, "2", 2), 0);
  EXPECT_EQ(value_of(table, "3", 1.25), 6.5);
  for (const double x : {-1e300, -1e-300, -infinite}) EXPECT_EQ(value_of(table, "2", x), 1) << x;
  for (const double x : {2.001, 1e300, infinite}) EXPECT_EQ(value_of(table, "3", x), 8) << x;
  EXPECT_TRUE(std::isnan(value_of(table, "2", NAN)));
}

TEST(DataTable, GivesTheSameWithAnyHint) {
  std::string text;
  for (int i = 0; i <= 20; ++i) text += std::to_string(i) + " " + std::to_string(i * i) + "\n";
  const DataTable table(text, "in.csv");
  for (std::size_t hint = 0; hint < 30; ++hint)
    for (const double x : {-1.0, 0.0, 0.5, 7.0, 12.25, 19.75, 20.0, 21.0}) {
      std::size_t used = hint;
      EXPECT_EQ(table.value(1, x, used), value_of(table, "2", x));
    }
}

TEST(DataTable, ReadsWhatProgramsWrite) {
  const std::string rows[] = {
      "\xef\xbb\xbfy,\"u\"\r\n0,1\r\n1,2\r\n", "# of 3 July\n\ny\tu\n0\t1\n1\t2",
      "'y' ; 'u'\n+0 ; 1.0 # wall\n1e0 ; 2", "  y  u \n -0.0   1\n\n1 2e+0\n"};
  for (const auto& text : rows) {
    const DataTable table(text, "in.csv");
    EXPECT_EQ(value_of(table, "u", 0.5), 1.5) << text;
    EXPECT_EQ(value_of(table, "2", 0.75), 1.75) << text;
  }
}

TEST(DataTable, KnowsColumnsByNameAndNumber) {
  const DataTable named("y,velocity,heat\n0,1,2\n1,2,3\n", "in.csv"), plain("0 1\n1 2\n", "in.csv");
  EXPECT_EQ(named.column("heat"), 2u);
  EXPECT_EQ(named.column("3"), 2u);
  const auto fault = [](const DataTable& table, const std::string& name) {
    return message_of<base::Error>([&] { static_cast<void>(table.column(name)); });
  };
  EXPECT_EQ(fault(named, "velocty"), "in.csv: has no column 'velocty'; did you mean 'velocity'?");
  EXPECT_EQ(
      fault(named, "pressure"),
      "in.csv: has no column 'pressure'; expected 2 to 3 or a heading: 'velocity' and 'heat'");
  EXPECT_EQ(fault(named, "4"),
            "in.csv: has no column 4; expected 2 to 3 or a heading: 'velocity' and 'heat'");
  EXPECT_EQ(fault(plain, "1"), "in.csv: has no column 1; without a heading, expected 2");
  EXPECT_EQ(fault(plain, "u"), "in.csv: has no column 'u'; without a heading, expected 2");
}

TEST(DataTable, RefusesWithFileAndLine) {
  EXPECT_EQ(fault_of("0 1\n\n0 2\n"),
            "in.csv:3: the first column is 0 after 0, expected a larger number in every row");
  EXPECT_EQ(fault_of("y,u\n0,1\n1,two\n"), "in.csv:3: column 2 is 'two', expected a number");
  EXPECT_EQ(fault_of("0,1\n1,\n"), "in.csv:2: column 2 is empty, expected a number");
  EXPECT_EQ(fault_of("0,1\nnan,1\n"), "in.csv:2: column 1 is 'nan', expected a number");
  EXPECT_EQ(fault_of("0;1\n1;0,5\n"), "in.csv:2: column 2 is '0,5', expected a number");
  EXPECT_EQ(fault_of("0 1\n1 2 3\n"), "in.csv:2: found 3 columns, expected 2 as in line 1");
  EXPECT_EQ(fault_of("# nothing\ny u\n0 1\n"), "in.csv: has 1 row of numbers, expected at least 2");
  EXPECT_EQ(fault_of(""), "in.csv: has 0 rows of numbers, expected at least 2");
  EXPECT_EQ(
      fault_of("1\n2\n"),
      "in.csv:1: found one column, '1', expected at least 2: the place, and the values there");
  EXPECT_EQ(fault_of(std::string("0 1\n1 \0 2\n", 10)),
            "in.csv:2: found 3 columns, expected 2 as in line 1");
  EXPECT_EQ(fault_of(std::string("0 1\n1 2\0\n", 9)),
            "in.csv:2: column 2 is '2\\x00', expected a number");
}

}  // namespace
}  // namespace lobatto::cases
