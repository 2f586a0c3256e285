#include "run/watches/blow_up_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace lobatto::run {
namespace {

/// A run as the watch sees it: one number after the other as functions of the step, at a CFL number
/// of 0.4.
struct Numbers {
  std::function<double(int)> energy = [](int) { return 1.0; };
  std::function<double(int)> power = [](int) { return 0.0; };
  std::function<double(int)> wanted = [](int) { return 0.01; };
  double dt = 0.01;
  double cfl = 0.4;
  std::optional<double> min_dt = {};
};

struct Outcome {
  int stopped = 0;           ///< the step; 0: never
  int first_suspicious = 0;  ///< the step; 0: never
  long long proven = 0;
  bool ends_suspicious = false;
  std::string text;
};

Outcome watch(const Numbers& run, int n_steps) {
  BlowUpWatch watch({.kinetic_energy = run.energy(0), .power = run.power(0)}, run.min_dt);
  Outcome outcome;
  for (int step = 1; step <= n_steps && outcome.stopped == 0; ++step) {
    physics::StepReport report;
    report.step = step;
    report.dt = run.dt;
    report.state.kinetic_energy = run.energy(step);
    report.state.power = run.power(step);
    report.state.cfl_rate = run.cfl / run.dt;
    if (const auto trouble = watch.look(report, run.wanted(step))) {
      outcome.stopped = step;
      outcome.text = *trouble;
    }
    if (watch.is_suspicious() && outcome.first_suspicious == 0) outcome.first_suspicious = step;
  }
  outcome.proven = watch.proven_step();
  outcome.ends_suspicious = watch.is_suspicious();
  return outcome;
}

TEST(BlowUpWatch, LetsAFlowDecayAndLive) {
  const auto decay = watch({.energy = [](int n) { return std::exp(-0.01 * n); }}, 1000);
  EXPECT_EQ(decay.stopped, 0);
  EXPECT_EQ(decay.first_suspicious, 0);
  EXPECT_EQ(decay.proven, 1000 - BlowUpWatch::steps_of_proof);
  const auto lively = watch({.energy = [](int n) { return 1 + 0.04 * std::sin(n); },
                             .wanted = [](int n) { return 0.01 * (1 + 0.4 * std::sin(0.3 * n)); }},
                            1000);
  EXPECT_EQ(lively.stopped, 0);
  EXPECT_EQ(lively.first_suspicious, 0);
}

// d sqrt(2 E) / dt <= |f|: from rest, by any force, whatever the factor.
TEST(BlowUpWatch, LetsForcesSpeedUpAFlow) {
  const Numbers from_rest{.energy = [](int n) { return 0.5 * 1e-4 * n * n; },
                          .power = [](int n) { return 1e-2 * n; },
                          .wanted = [](int n) { return std::min(0.01, 0.2 / n); }};
  const auto outcome = watch(from_rest, 3000);
  EXPECT_EQ(outcome.stopped, 0);
  EXPECT_EQ(outcome.first_suspicious, 0);
}

TEST(BlowUpWatch, StopsWhereEnergyDoublesWithoutACause) {
  const Numbers growing{.energy = [](int n) { return n < 100 ? 1.0 : std::pow(1.05, n - 100); }};
  const auto outcome = watch(growing, 1000);
  EXPECT_EQ(outcome.first_suspicious, 102);  // 1.05^2 > 1.1
  EXPECT_EQ(outcome.stopped, 115);           // 1.05^15 > 2
  EXPECT_EQ(outcome.proven, 101 - BlowUpWatch::steps_of_proof);
  EXPECT_NE(outcome.text.find("kinetic energy, 2.07"), std::string::npos) << outcome.text;
}

TEST(BlowUpWatch, CountsPowerAndWhatTheFlowHadBefore) {
  // Half of the growth is explained.
  const auto energy = [](int n) { return 1 + 0.02 * n; };
  const auto half = watch({.energy = energy, .power = [](int) { return 1.0; }}, 10000);
  EXPECT_EQ(half.stopped, 0);
  EXPECT_GT(half.first_suspicious, 0);
  EXPECT_TRUE(half.ends_suspicious);
  EXPECT_EQ(watch({.energy = energy, .power = [](int) { return 2.1; }}, 10000).first_suspicious, 0);
  EXPECT_NEAR(watch({.energy = energy, .power = [](int) { return 0.5; }}, 10000).stopped, 101, 1);
  // Power that was spent long ago explains nothing.
  const auto late = watch({.energy = [](int n) { return n < 100 ? 1.0 : 1 + 0.1 * (n - 100); },
                           .power = [](int n) { return n < 100 ? 50.0 : 0.0; }},
                          1000);
  EXPECT_EQ(late.stopped, 111);
}

TEST(BlowUpWatch, ForgetsWhatHasPassed) {
  const auto outcome =
      watch({.energy = [](int n) { return n >= 100 && n < 110 ? 1.5 : 1.0; }}, 200);
  EXPECT_EQ(outcome.first_suspicious, 100);
  EXPECT_EQ(outcome.stopped, 0);
  EXPECT_FALSE(outcome.ends_suspicious);
  EXPECT_EQ(outcome.proven, 200 - BlowUpWatch::steps_of_proof);
}

TEST(BlowUpWatch, IsBlindBelowACflNumberThatCannotBlowUp) {
  const Numbers noise{.energy = [](int n) { return 1e-30 * std::pow(2, n % 50); }, .cfl = 0.05};
  EXPECT_EQ(watch(noise, 1000).first_suspicious, 0);
}

TEST(BlowUpWatch, StopsWhereTheStepCollapses) {
  const Numbers collapse{
      .wanted = [](int n) { return 0.01 * (n < 200 ? 1 : std::pow(0.8, n - 200)); }};
  const auto outcome = watch(collapse, 1000);
  EXPECT_GT(outcome.stopped, 230);  // 0.8^31 = 1e-3 of the usual step, which falls as well
  EXPECT_LT(outcome.stopped, 260);
  EXPECT_LT(outcome.first_suspicious, 210);
  EXPECT_NE(outcome.text.find("less than a thousandth of the usual one"), std::string::npos);
  Numbers told = collapse;
  told.min_dt = 1e-3;
  EXPECT_EQ(watch(told, 1000).stopped, 211);  // 0.8^11 < 0.1
  told.min_dt = 1e-30;
  EXPECT_EQ(watch(told, 300).stopped, 0);
}

// By the tenth of a per cent a step, or as 1/t: what a flow does by itself takes time.
TEST(BlowUpWatch, LetsTheStepShrinkSlowly) {
  EXPECT_EQ(watch({.wanted = [](int n) { return std::pow(0.99, n); }}, 3000).stopped, 0);
  EXPECT_EQ(watch({.wanted = [](int n) { return 1.0 / n; }}, 100000).stopped, 0);
}

TEST(BlowUpWatch, KnowsNothingOfStepsWithConstantSteps) {
  BlowUpWatch watch({.kinetic_energy = 1}, std::nullopt);
  physics::StepReport report;
  report.step = 1;
  report.dt = 0.1;
  report.state.kinetic_energy = 1;
  EXPECT_EQ(watch.look(report, std::nullopt), std::nullopt);
  EXPECT_FALSE(watch.is_suspicious());
  // Nor does fluid at rest, which asks for no step at all.
  EXPECT_EQ(watch.look(report, INFINITY), std::nullopt);
  EXPECT_EQ(watch.look(report, 0.1), std::nullopt);
}

}  // namespace
}  // namespace lobatto::run
