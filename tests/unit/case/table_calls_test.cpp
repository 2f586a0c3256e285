#include "case/expressions/table_files.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

std::string fault_of_call(const std::string& text) {
  return message_of<base::Error>([&] { take_out_tables(text); });
}

TEST(TakeOutTables, LeavesEverythingElseWhereItStands) {
  const auto found = take_out_tables("2*table(\"a.csv\", y + max(z, 1), \"u\") + x");
  ASSERT_EQ(found.calls.size(), 1u);
  EXPECT_EQ(found.calls[0].file, "a.csv");
  EXPECT_EQ(found.calls[0].column, "u");
  EXPECT_EQ(found.calls[0].position, 2u);
  EXPECT_EQ(found.text, "2*@0(            y + max(z, 1)     ) + x");
}

TEST(TakeOutTables, TakesTheSecondColumnUnlessTold) {
  EXPECT_EQ(take_out_tables("table('a', x)").calls.at(0).column, "2");
  EXPECT_EQ(take_out_tables("table('a', x, 3)").calls.at(0).column, "3");
  EXPECT_EQ(take_out_tables("table ( 'a' , x , 'my column' )").calls.at(0).column, "my column");
}

TEST(TakeOutTables, FindsTablesInTables) {
  const auto found = take_out_tables("table('a', table('b', x, 3), 4)");
  ASSERT_EQ(found.calls.size(), 2u);
  EXPECT_EQ(found.calls[0].file + found.calls[0].column, "a4");
  EXPECT_EQ(found.calls[1].file + found.calls[1].column, "b3");
  EXPECT_EQ(found.text, "@0(        @1(        x   )   )");
}

TEST(TakeOutTables, LeavesOtherNamesAlone) {
  for (const char* text : {"stable(x)", "table2(x)", "table", "table + 1", "x_table(1, 2)", ""})
    EXPECT_EQ(take_out_tables(text).text, text);
}

TEST(TakeOutTables, RefusesWithPositions) {
  const std::string how = "; expected table(\"file\", place) or table(\"file\", place, column)";
  EXPECT_EQ(fault_of_call("1 + table(inlet, y)"),
            "table has no file name in quotes" + how + " at position 4");
  EXPECT_EQ(fault_of_call("table('a')"), "table has no place to look at" + how + " at position 0");
  EXPECT_EQ(fault_of_call("table('a', )"),
            "table has no place to look at" + how + " at position 0");
  EXPECT_EQ(fault_of_call("table('a', x, u)"),
            "table has a column that is neither a heading in quotes nor a number" + how +
                " at position 14");
  EXPECT_EQ(fault_of_call("table('a', x, 2, 3)"),
            "table has a column that is neither a heading in quotes nor a number" + how +
                " at position 14");
  EXPECT_EQ(fault_of_call("table('a, x)"), "a quote has no end at position 6");
  EXPECT_EQ(fault_of_call("table('a', x) + @0(x)"), "unexpected token \"@\" found at position 16");
}

TEST(HasName, IsTheWholeWord) {
  EXPECT_TRUE(has_name("1 + random(2)", "random"));
  EXPECT_TRUE(has_name("random", "random"));
  EXPECT_FALSE(has_name("randomly + my_random + random_2", "random"));
}

}  // namespace
}  // namespace lobatto::cases
