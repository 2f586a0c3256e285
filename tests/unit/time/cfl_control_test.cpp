#include "time/cfl_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"

namespace lobatto::time {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

TEST(CflControl, StartsAtTheTargetButNotAboveTheLongestStep) {
  EXPECT_DOUBLE_EQ(CflControl(0.5, unlimited).first(20.0), 0.025);
  EXPECT_DOUBLE_EQ(CflControl(0.5, 0.01).first(20.0), 0.01);
  EXPECT_DOUBLE_EQ(CflControl(0.5, 0.01).first(0.0), 0.01);
}

TEST(CflControl, KeepsTheStepInsideTheDeadBand) {
  const CflControl control(0.4, unlimited);
  const double dt = 0.01;
  for (const double ratio : {1.0 + 1e-12, 1.05, 1.149})
    EXPECT_EQ(control.propose(0.4 / (ratio * dt), dt), dt);
}

TEST(CflControl, ShrinksAtOnceAndGrowsSlowly) {
  const CflControl control(0.4, unlimited);
  const double dt = 0.01;
  const double shrunk = control.propose(400.0, dt);  // ideal 0.001
  EXPECT_LT(shrunk, 0.001);
  EXPECT_GT(shrunk, 0.0009);
  EXPECT_EQ(control.propose(400.0, shrunk), shrunk);  // and rests there
  EXPECT_DOUBLE_EQ(control.propose(4.0, dt), 0.011);  // ideal 0.1
}

TEST(CflControl, NeverExceedsTheLongestStep) {
  const CflControl control(0.4, 0.05);
  double dt = 0.01;
  for (int step = 0; step < 100; ++step) {
    dt = control.propose(0.0, dt);
    EXPECT_LE(dt, 0.05);
  }
  EXPECT_GT(dt, 0.05 / CflControl::dead_band);
  EXPECT_LE(control.propose(0.0, 1.0), 0.05);
}

TEST(CflControl, TracksAChangingVelocityWithFewChangesOfTheStep) {
  const double target = 0.5;
  const CflControl control(target, unlimited);
  const auto rate = [](double t) { return 30 * (1 + 0.6 * std::sin(t)); };
  double t = 0;
  double dt = control.first(rate(0));
  int n_steps = 0;
  int n_changes = 0;
  while (t < 20) {
    const double next = control.propose(rate(t), dt);
    n_changes += next != dt;
    dt = next;
    t += dt;
    ++n_steps;
    EXPECT_LT(rate(t) * dt, 1.02 * target);
    EXPECT_GT(rate(t) * dt, 0.82 * target);
  }
  EXPECT_LT(n_changes, n_steps / 10);
}

TEST(CflControl, RefusesNonsense) {
  EXPECT_THROW(CflControl(0.0, 1.0), base::Error);
  EXPECT_THROW(CflControl(0.5, -1.0), base::Error);
  EXPECT_THROW((void)CflControl(0.5, unlimited).first(0.0), base::Error);
  EXPECT_THROW((void)CflControl(0.5, 1.0).propose(NAN, 0.1), base::Error);
  EXPECT_THROW((void)CflControl(0.5, 1.0).propose(INFINITY, 0.1), base::Error);
}

/// All steps of a run of wished constant step dt from 0 to end.
std::vector<double> steps_to(double dt, double end) {
  std::vector<double> steps;
  double t = 0;
  while (t < end - 1e-9 * dt && steps.size() < 100000) {
    const double step = fit_to(dt, t, end);
    steps.push_back(step);
    t += step;
  }
  EXPECT_NEAR(t, end, 1e-9 * dt);
  return steps;
}

TEST(FitTo, LandsExactlyOnTheEndWithEvenLastSteps) {
  for (const double end : {0.03, 0.1, 0.37, 1.0, 1.01, 7.77777, 99.999}) {
    const double dt = 0.1;
    const auto steps = steps_to(dt, end);
    EXPECT_EQ(static_cast<double>(steps.size()), std::max(1.0, std::ceil(end / dt - 1e-6))) << end;
    for (std::size_t n = 0; n < steps.size(); ++n) {
      EXPECT_LE(steps[n], dt * (1 + 1e-6));
      if (n + 5 < steps.size()) {
        EXPECT_EQ(steps[n], dt);
      } else {
        EXPECT_NEAR(steps[n], steps.back(), 1e-12);
        EXPECT_GE(steps[n], std::min(end, 0.8 * dt));
      }
    }
  }
}

TEST(FitTo, LeavesStepsThatFitToTheLastBit) {
  for (const double dt : {0.1, 1.0 / 3, 0.007}) {
    for (const int n_steps : {1, 4, 7, 1000}) {
      const auto steps = steps_to(dt, n_steps * dt);
      ASSERT_EQ(steps.size(), static_cast<std::size_t>(n_steps));
      for (const double step : steps) EXPECT_EQ(step, dt);
    }
  }
}

TEST(FitTo, SharesTheShorteningAmongAllStepsWhereThatIsAskedFor) {
  const double dt = 0.1;
  for (const double end : {0.03, 0.37, 1.0, 7.77777}) {
    double t = 0;
    const double first = fit_to(dt, 0, end, INFINITY);
    const double n_steps = std::ceil(end / dt - 1e-6);
    EXPECT_DOUBLE_EQ(first, end / n_steps);
    for (double n = 0; n < n_steps; ++n) {
      EXPECT_EQ(fit_to(first, t, end, INFINITY), first) << end;
      t += first;
    }
    EXPECT_NEAR(t, end, 5e-13 * end);
  }
}

TEST(FitTo, LeavesNoStepOfRoundOff) {
  // Steps that miss the end by more than what counts as reached are stretched or shortened.
  const double end = 1.0;
  for (const double miss : {-1e-11, -2e-12, 2e-12, 1e-11})
    EXPECT_EQ(fit_to(0.1 + miss, end - 0.1, end), end - (end - 0.1)) << miss;
}

}  // namespace
}  // namespace lobatto::time
