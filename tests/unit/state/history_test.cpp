#include "state/history.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lobatto::state {
namespace {

TEST(History, BeginsWithTheValueAtEveryLevel) {
  const History history(std::vector<std::string>(3, "rest"));
  for (std::size_t level = 0; level < 3; ++level) EXPECT_EQ(history.at(level), "rest");
}

TEST(History, GivesTheLastValuesNewestFirst) {
  History history(std::vector<int>(3));
  for (int value = 1; value <= 10; ++value) {
    history.advance();
    history.current() = value;
    for (int level = 0; level < 3; ++level)
      EXPECT_EQ(history.at(level), value - level > 0 ? value - level : 0);
  }
}

TEST(History, OfOneLevelKeepsNothing) {
  History history(std::vector{4});
  history.advance();
  EXPECT_EQ(history.current(), 4);
  history.current() = 5;
  history.advance();
  EXPECT_EQ(history.current(), 5);
}

// A step reads the oldest level where it writes the newest: the storage is the same, and stays.
TEST(History, ReusesTheOldestStorageWithItsContent) {
  History history(std::vector(3, std::vector<double>(4, 0.0)));
  history.at(2).assign(4, 7.0);
  const double* oldest = history.at(2).data();
  const double* newest = history.current().data();
  history.advance();
  EXPECT_EQ(history.current().data(), oldest);
  EXPECT_EQ(history.current(), std::vector<double>(4, 7.0));
  EXPECT_EQ(history.at(1).data(), newest);
  history.advance();
  history.advance();
  EXPECT_EQ(history.current().data(), newest);
}

TEST(History, TurnsItsAddresses) {
  History history(std::vector<int>(4));
  std::vector<const int*> places;
  for (std::size_t level = 0; level < 4; ++level) places.push_back(&history.at(level));
  for (std::size_t step = 1; step <= 9; ++step) {
    history.advance();
    for (std::size_t level = 0; level < 4; ++level)
      EXPECT_EQ(&history.at(level), places[(level + 3 * step) % 4]);
    EXPECT_EQ(&history.current(), &history.at(0));
  }
}

}  // namespace
}  // namespace lobatto::state
