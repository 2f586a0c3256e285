#include "case/schema/table.hpp"

#include <gtest/gtest.h>

#include "case/schema/member_type.hpp"

namespace lobatto::cases {
namespace {

enum class Colour { red, green };

struct Inner {
  int size = 4;
};

struct Outer {
  double length = 0.25;
  std::optional<double> width;
  Colour colour = Colour::green;
  int nodes = 0;
  std::optional<double> wall = 5400;
  Inner always;
  std::optional<Inner> perhaps;
  std::vector<Inner> many;
  int n_checks = 0;
};

Table<Inner> inner_table(const char* path, Kind kind) {
  return {{.path = path, .kind = kind}, {{&Inner::size, {.path = std::string(path) + ".size"}}}};
}

Table<Outer> outer_table() {
  const Words<Colour> colours{{Colour::red, "red"}, {Colour::green, "green"}};
  const Words<int> node_words{{0, "default"}, {-1, "none"}};
  const Words<std::optional<double>> never{{std::nullopt, "never"}};
  return {{.path = "outer"},
          {{&Outer::length, {.path = "outer.length"}},
           {&Outer::width, {.path = "outer.width", .default_text = "none"}},
           {worded(&Outer::colour, colours), {.path = "outer.colour"}},
           {worded(&Outer::nodes, node_words), {.path = "outer.nodes", .kind = Kind::integer}},
           {worded(&Outer::wall, never), {.path = "outer.wall", .kind = Kind::duration}},
           {&Outer::always, inner_table("outer.always", Kind::table)},
           {&Outer::perhaps, inner_table("outer.perhaps", Kind::table)},
           {&Outer::many, inner_table("outer.many[]", Kind::table_list)},
           Key{.path = "outer.other", .kind = Kind::flag}},
          [](const Section& /*table*/, Outer& outer) { ++outer.n_checks; }};
}

const Key& key_of(const std::vector<Key>& keys, const std::string& path) {
  return *std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.path == path; });
}

Outer read(const std::string& text) {
  Problems problems;
  const Value document = parse_document(text, "a.toml");
  Outer outer;
  outer_table().read_below(Section::root(document, problems), outer);
  return outer;
}

TEST(Table, MembersTellKindsWordsAndDefaults) {
  const auto keys = outer_table().keys();
  EXPECT_EQ(keys.front().path, "outer");
  EXPECT_EQ(keys.back().path, "outer.other");
  EXPECT_EQ(key_of(keys, "outer.length").kind, Kind::number);
  EXPECT_EQ(key_of(keys, "outer.length").default_text, "0.25");
  EXPECT_EQ(key_of(keys, "outer.width").kind, Kind::number);
  EXPECT_EQ(key_of(keys, "outer.width").default_text, "none");
  EXPECT_EQ(key_of(keys, "outer.colour").kind, Kind::choice);
  EXPECT_EQ(key_of(keys, "outer.colour").words, (std::vector<std::string>{"red", "green"}));
  EXPECT_EQ(key_of(keys, "outer.colour").default_text, "\"green\"");
  EXPECT_EQ(key_of(keys, "outer.nodes").kind, Kind::integer);
  EXPECT_EQ(key_of(keys, "outer.nodes").default_text, "\"default\"");
  EXPECT_EQ(key_of(keys, "outer.wall").default_text, "\"90min\"");
  EXPECT_EQ(key_of(keys, "outer.many[].size").default_text, "4");
}

TEST(Table, KeysFillTheirMembers) {
  const Outer outer = read(R"([outer]
length = 2.5
width = 1.5
colour = "red"
nodes = 12
wall = "never"
always = { size = 5 }
perhaps = { size = 6 }
many = [{ size = 7 }, {}]
)");
  EXPECT_EQ(outer.length, 2.5);
  EXPECT_EQ(outer.width, 1.5);
  EXPECT_EQ(outer.colour, Colour::red);
  EXPECT_EQ(outer.nodes, 12);
  EXPECT_EQ(outer.wall, std::nullopt);
  EXPECT_EQ(outer.always.size, 5);
  EXPECT_EQ(outer.perhaps.value().size, 6);
  ASSERT_EQ(outer.many.size(), 2u);
  EXPECT_EQ(outer.many[0].size, 7);
  EXPECT_EQ(outer.many[1].size, 4);
  EXPECT_EQ(read("[outer]\nnodes = \"none\"").nodes, -1);
}

TEST(Table, WhatIsNotThereStaysAsItIs) {
  for (const char* text : {"", "[outer]"}) {
    const Outer outer = read(text);
    EXPECT_EQ(outer.length, 0.25);
    EXPECT_EQ(outer.width, std::nullopt);
    EXPECT_EQ(outer.colour, Colour::green);
    EXPECT_EQ(outer.wall, 5400);
    EXPECT_EQ(outer.perhaps.has_value(), false);
    EXPECT_TRUE(outer.many.empty());
    EXPECT_EQ(outer.n_checks, 1);
  }
}

TEST(NumberText, IsShortAndReadsBack) {
  EXPECT_EQ(number_text(2), "2");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(1e-8), "1e-8");
  EXPECT_EQ(number_text(1e-10), "1e-10");
  EXPECT_EQ(number_text(-1e300), "-1e+300");
  for (const double x : {0.1, 1.0 / 3, 1e-8, 6.02e23, -2.5e-7})
    EXPECT_EQ(std::stod(number_text(x)), x);
}

TEST(MemberType, TextsAreWhatAFileHas) {
  EXPECT_EQ((MemberType<std::array<double, 3>>::text({0, 0.5, 1})), "[0, 0.5, 1]");
  EXPECT_EQ(MemberType<bool>::text(true), "true");
  EXPECT_EQ(MemberType<int>::text(-3), "-3");
}

}  // namespace
}  // namespace lobatto::cases
