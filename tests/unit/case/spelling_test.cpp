#include "case/document/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lobatto::cases {
namespace {

const std::vector<std::string> words{"order", "range", "elements", "periodic", "sine", "ticks"};

TEST(EditDistance, CountsEachKindOfEdit) {
  EXPECT_EQ(edit_distance("order", "order"), 0u);
  EXPECT_EQ(edit_distance("ordr", "order"), 1u);    // insertion
  EXPECT_EQ(edit_distance("orderr", "order"), 1u);  // deletion
  EXPECT_EQ(edit_distance("ordes", "order"), 1u);   // substitution
  EXPECT_EQ(edit_distance("oredr", "order"), 1u);   // swap of neighbours
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(EditDistance, OfTheEmptyWordIsTheLength) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", ""), 0u);
}

TEST(EditDistance, IsSymmetric) {
  for (const std::string& a : words)
    for (const std::string& b : words)
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
}

TEST(NearestSpelling, FindsWhatWasMeant) {
  EXPECT_EQ(nearest_spelling("ordr", words), "order");
  EXPECT_EQ(nearest_spelling("elemnets", words), "elements");
  EXPECT_EQ(nearest_spelling("Periodic", words), "periodic");
  EXPECT_EQ(nearest_spelling("sin", words), "sine");
}

TEST(NearestSpelling, SuggestsNothingFarFetched) {
  EXPECT_EQ(nearest_spelling("colour", words), std::nullopt);
  EXPECT_EQ(nearest_spelling("q", words), std::nullopt);
  EXPECT_EQ(nearest_spelling("", words), std::nullopt);
  EXPECT_EQ(nearest_spelling("order", {}), std::nullopt);
}

TEST(NearestSpelling, DoesNotReplaceAWholeWord) {
  const std::vector<std::string> short_words{"x", "y"};
  EXPECT_EQ(nearest_spelling("q", short_words), std::nullopt);
}

TEST(NearestSpelling, PrefersTheLongestCommonBeginning) {
  const std::vector<std::string> functions{"sign", "sin"};
  EXPECT_EQ(nearest_spelling("sinn", functions), "sin");
}

TEST(Suggestion, IsAQuestionOrNothing) {
  EXPECT_EQ(suggestion("ordr", words), "; did you mean 'order'?");
  EXPECT_EQ(suggestion("colour", words), "");
}

TEST(JoinWords, PutsTheJointBeforeTheLast) {
  const std::vector<std::string> three{"a", "b", "c"};
  EXPECT_EQ(join_words(three, "'", " and "), "'a', 'b' and 'c'");
  EXPECT_EQ(join_words(std::span(three).first(1), "\"", " or "), "\"a\"");
  EXPECT_EQ(join_words({}, "'", " or "), "");
}

}  // namespace
}  // namespace lobatto::cases
