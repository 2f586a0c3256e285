#include "case/schema/words.hpp"

#include <gtest/gtest.h>

#include <set>

#include "case/schema/choices.hpp"

namespace lobatto::cases {
namespace {

/// Every word leads to its value and back.
template <class V>
void expect_one_to_one(const Words<V>& words) {
  std::set<std::string> texts;
  for (const auto& [value, text] : words) {
    EXPECT_TRUE(texts.insert(text).second) << text;
    const auto found = value_of(words, text);
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_TRUE(*found == value) << text;
    EXPECT_EQ(word_of(words, value), text);
  }
  EXPECT_FALSE(value_of(words, "no such word").has_value());
}

TEST(Words, LeadToTheirValuesAndBack) {
  expect_one_to_one(solver_words());
  expect_one_to_one(coarse_solver_words());
  expect_one_to_one(precision_words());
  expect_one_to_one(field_format_words());
  expect_one_to_one(direction_words());
  expect_one_to_one(velocity_condition_words());
  expect_one_to_one(scalar_condition_words());
}

TEST(Words, SomeOfThemKeepTheirTexts) {
  using enum SolverMethod;
  const auto some = some_of(solver_words(), {jacobi_cg, automatic});
  EXPECT_EQ(texts_of(some), (std::vector<std::string>{"jacobi-cg", "auto"}));
  EXPECT_EQ(word_of(some, tensor_direct), "");
}

}  // namespace
}  // namespace lobatto::cases
