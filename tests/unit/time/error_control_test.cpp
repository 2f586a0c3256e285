#include "time/error_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "time/cfl_control.hpp"

namespace lobatto::time {
namespace {

constexpr double tolerance = 1e-5;

/// Steps of a flow whose error is 4 / 9 (dt / scale)^3, its time scale that of the time.
template <class Scale>
std::vector<double> steps_of(Scale scale, double first, int n_steps) {
  ErrorControl control(tolerance);
  std::vector<double> steps;
  double t = 0, dt = first;
  for (int n = 0; n < n_steps; ++n) {
    steps.push_back(dt);
    t += dt;
    control.take(4.0 / 9 * std::pow(dt / scale(t), 3));
    dt = control.propose(dt);
  }
  return steps;
}

double wanted(double scale) { return scale * std::cbrt(2.25 * tolerance); }

TEST(ErrorControl, ComesToTheStepThatMeetsTheTolerance) {
  for (const double first : {1e-4, 1.0}) {
    const auto steps = steps_of([](double) { return 1.0; }, first, 100);
    EXPECT_LE(steps.back(), wanted(1));
    EXPECT_GE(steps.back(), wanted(1) / CflControl::dead_band);
    EXPECT_EQ(steps.back(), steps[90]);
    for (std::size_t n = 1; n < steps.size(); ++n) {
      EXPECT_LE(steps[n], 1.1 * steps[n - 1] * (1 + 1e-15));
      EXPECT_GE(steps[n], 0.5 * steps[n - 1]);
    }
  }
}

TEST(ErrorControl, FollowsAFlowThatSettles) {
  const auto scale = [](double t) { return 1 + t; };
  const auto steps = steps_of(scale, wanted(1), 300);
  double t = 0;
  for (const double dt : steps) {
    t += dt;
    EXPECT_LT(dt, 1.03 * wanted(scale(t)));
    EXPECT_GT(dt, 0.8 * wanted(scale(t)));
  }
  EXPECT_GT(steps.back(), 5 * steps.front());
}

TEST(ErrorControl, ShortensStepsAtOnceWhereTheErrorGrows) {
  ErrorControl control(tolerance);
  control.take(0.9 * tolerance);
  EXPECT_EQ(control.propose(0.1), 0.1);
  control.take(100 * tolerance);
  EXPECT_EQ(control.propose(0.1), 0.1 * 0.5);
  // It falls on its own.
  control.take(1.2 * tolerance);
  EXPECT_EQ(control.propose(0.1), 0.1);
  control.take(1.2 * tolerance);
  EXPECT_LT(control.propose(0.1), 0.1 / CflControl::shrink_margin);
}

TEST(ErrorControl, GrowsWhereNothingChanges) {
  ErrorControl control(tolerance);
  control.take(0.0);
  EXPECT_DOUBLE_EQ(control.propose(0.1), 0.11);
}

TEST(ErrorControl, BeginsWithAShortStepAndKeepsItUntilAnErrorIsKnown) {
  const ErrorControl control(tolerance);
  EXPECT_DOUBLE_EQ(control.first(0.1), wanted(0.1));
  EXPECT_EQ(control.propose(0.003), 0.003);
  EXPECT_EQ(ErrorControl(0.5).first(0.1), 0.1);
}

TEST(ErrorControl, ForgetsWhatItKnew) {
  ErrorControl control(tolerance);
  control.take(3 * tolerance);
  EXPECT_LT(control.propose(0.1), 0.1);
  control.forget();
  EXPECT_EQ(control.propose(0.1), 0.1);
}

TEST(ErrorControl, RefusesNonsense) {
  EXPECT_THROW(ErrorControl(0.0), base::Error);
  EXPECT_THROW(ErrorControl{INFINITY}, base::Error);
}

}  // namespace
}  // namespace lobatto::time
