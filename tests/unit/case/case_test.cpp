#include "case/case.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lobatto::cases {
namespace {

std::vector<int> due_steps(const Interval& interval, double dt, int n_steps, int first = 0) {
  std::vector<int> due;
  // As the flow does it: a sum of steps.
  double time = 0;
  for (int step = 1; step <= n_steps; ++step) {
    const double before = time;
    time += dt;
    if (step > first && interval.is_due(step, before, time)) due.push_back(step);
  }
  return due;
}

TEST(Interval, OfStepsIsDueOnItsMultiples) {
  EXPECT_EQ(due_steps({.every_steps = 4, .every_time = {}}, 0.1, 13), (std::vector{4, 8, 12}));
}

TEST(Interval, OfTimeIsDueWhenAMultipleIsPassedOrReachedUpToRoundOff) {
  // 0.1 added up ten times is less than 1.
  EXPECT_EQ(due_steps({.every_steps = {}, .every_time = 1.0}, 0.1, 30), (std::vector{10, 20, 30}));
  EXPECT_EQ(due_steps({.every_steps = {}, .every_time = 1.0}, 0.3, 10), (std::vector{4, 7, 10}));
  EXPECT_EQ(due_steps({.every_steps = {}, .every_time = 0.1}, 0.3, 2), (std::vector{1, 2}));
}

TEST(Interval, IsDueAtTheSameStepsInARunThatGoesOn) {
  const Interval interval{.every_steps = {}, .every_time = 0.7};
  auto straight = due_steps(interval, 0.1, 40);
  std::erase_if(straight, [](int step) { return step <= 17; });
  EXPECT_EQ(due_steps(interval, 0.1, 40, 17), straight);
}

TEST(Interval, TellsTheNextTimeAlsoWhereOneIsMissedByRoundOff) {
  const Interval interval{.every_steps = {}, .every_time = 0.7};
  EXPECT_DOUBLE_EQ(*interval.next_after(0), 0.7);
  EXPECT_DOUBLE_EQ(*interval.next_after(0.69), 0.7);
  EXPECT_DOUBLE_EQ(*interval.next_after(0.7 * (1 - 1e-13)), 1.4);
  EXPECT_DOUBLE_EQ(*interval.next_after(0.7), 1.4);
  EXPECT_FALSE((Interval{.every_steps = 4, .every_time = {}}.next_after(0.3)));
}

TEST(Interval, OfNothingIsNeverDue) { EXPECT_TRUE(due_steps({}, 0.1, 20).empty()); }

}  // namespace
}  // namespace lobatto::cases
