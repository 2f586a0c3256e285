#include "flow/history.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lobatto::flow {
namespace {

TEST(History, BeginsWithTheValueAtEveryLevel) {
  const History<std::string, 3> history("rest");
  for (std::size_t level = 0; level < 3; ++level) EXPECT_EQ(history.at(level), "rest");
}

TEST(History, GivesTheLastValuesNewestFirst) {
  History<int, 3> history(0);
  for (int value = 1; value <= 10; ++value) {
    history.advance();
    history.current() = value;
    for (int level = 0; level < 3; ++level)
      EXPECT_EQ(history.at(level), value - level > 0 ? value - level : 0);
  }
}

TEST(History, OfOneLevelKeepsNothing) {
  History<int, 1> history(4);
  history.advance();
  EXPECT_EQ(history.current(), 4);
  history.current() = 5;
  history.advance();
  EXPECT_EQ(history.oldest(), 5);
}

// A step reads the oldest level where it writes the newest: the storage is the same, and stays.
TEST(History, ReusesTheOldestStorageWithItsContent) {
  History<std::vector<double>, 3> history(std::vector<double>(4, 0.0));
  history.oldest().assign(4, 7.0);
  const double* oldest = history.oldest().data();
  const double* newest = history.current().data();
  history.advance();
  EXPECT_EQ(history.current().data(), oldest);
  EXPECT_EQ(history.current(), std::vector<double>(4, 7.0));
  EXPECT_EQ(history.at(1).data(), newest);
  history.advance();
  history.advance();
  EXPECT_EQ(history.current().data(), newest);
}

/// Counts how often it is copied.
struct Copied {
  explicit Copied(int& count) : n(&count) {}
  Copied(const Copied& other) : n(other.n) { ++*n; }
  Copied& operator=(const Copied& other) {
    n = other.n;
    ++*n;
    return *this;
  }
  ~Copied() = default;
  int* n;
};

TEST(History, CopiesItsFirstValueAloneAndTurnsItsAddresses) {
  int n_copies = 0;
  History<Copied, 4> history{Copied(n_copies)};
  EXPECT_EQ(n_copies, 4);
  std::vector<const Copied*> places;
  for (std::size_t level = 0; level < 4; ++level) places.push_back(&history.at(level));
  for (std::size_t step = 1; step <= 9; ++step) {
    history.advance();
    for (std::size_t level = 0; level < 4; ++level)
      EXPECT_EQ(&history.at(level), places[(level + 3 * step) % 4]);
    EXPECT_EQ(&history.oldest(), &history.at(3));
    EXPECT_EQ(&history.current(), &history.at(0));
  }
  EXPECT_EQ(n_copies, 4);
}

}  // namespace
}  // namespace lobatto::flow
