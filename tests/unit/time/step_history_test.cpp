#include "time/step_history.hpp"

#include <gtest/gtest.h>

namespace lobatto::time {
namespace {

TEST(StepHistory, RaisesTheOrderStepByStep) {
  StepHistory history(3);
  for (const int order : {1, 2, 3, 3, 3}) {
    const NextStep next = history.begin(0.5);
    EXPECT_EQ(next.bdf.order, order);
    EXPECT_EQ(next.extrapolation.order, order);
    EXPECT_DOUBLE_EQ(next.time, history.time() + 0.5);
    history.finish(next);
  }
  EXPECT_EQ(history.n_steps(), 5);
  EXPECT_DOUBLE_EQ(history.time(), 2.5);
}

TEST(StepHistory, GivesTheCoefficientsOfItsSteps) {
  StepHistory history(3);
  for (const double dt : {0.1, 0.3}) history.finish(history.begin(dt));
  const NextStep next = history.begin(0.2);
  const std::vector<double> steps{0.2, 0.3, 0.1};
  EXPECT_EQ(next.steps, steps);
  EXPECT_EQ(next.bdf.history, bdf(steps, 3).history);
  EXPECT_EQ(next.extrapolation.history, extrapolation(steps, 3).history);
  EXPECT_EQ(next.extrapolation_of(2).history, extrapolation(steps, 2).history);
  EXPECT_EQ(next.extrapolation_of(7).order, 3);
}

TEST(StepHistory, KnowsWhenItsPastLevelsWere) {
  StepHistory history(3);
  EXPECT_EQ(history.n_past(), 0);
  for (const double dt : {0.1, 0.3, 0.2}) history.finish(history.begin(dt));
  EXPECT_EQ(history.n_past(), 2);
  EXPECT_DOUBLE_EQ(history.time_of(0), 0.6);
  EXPECT_DOUBLE_EQ(history.time_of(1), 0.4);
  EXPECT_DOUBLE_EQ(history.time_of(2), 0.1);
}

TEST(StepHistory, OfLowOrderUsesLessOfItsPast) {
  StepHistory history(2);
  for (const double dt : {0.1, 0.3, 0.2}) history.finish(history.begin(dt));
  EXPECT_EQ(history.n_past(), 1);
  EXPECT_EQ(history.begin(0.1).bdf.order, 2);
}

TEST(StepHistory, DoesNotCountLevelsThatWereKnown) {
  StepHistory history(3);
  history.restart(-0.2, 0);
  history.finish_known(history.begin(0.1));
  history.finish_known(history.begin(0.1));
  EXPECT_EQ(history.n_steps(), 0);
  EXPECT_NEAR(history.time(), 0.0, 1e-15);
  EXPECT_EQ(history.begin(0.1).bdf.order, 3);
  history.restart(4.0, 17);
  EXPECT_EQ(history.begin(0.1).bdf.order, 1);
  EXPECT_EQ(history.n_steps(), 17);
}

}  // namespace
}  // namespace lobatto::time
