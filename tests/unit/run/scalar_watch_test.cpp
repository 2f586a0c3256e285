#include "run/watches/scalar_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace lobatto::run {
namespace {

/// One scalar as the watch sees it: each step makes it reach from lowest(n) to highest(n).
struct Values {
  std::function<double(int)> lowest = [](int) { return 0.0; };
  std::function<double(int)> highest = [](int) { return 1.0; };
  std::function<double(int)> rate = [](int) { return 0.0; };
  physics::Range given = {};
  int changed_before = 0;  ///< somebody has multiplied all by a hundred before this step
};

struct Judgement {
  int stopped = 0;           ///< the step; 0: never
  int first_suspicious = 0;  ///< the step; 0: never
  long long calm = 0;
  std::string text;
};

Judgement judge(const Values& run, int n_steps) {
  ScalarWatch watch;
  Judgement outcome;
  physics::Range before{run.lowest(0), run.highest(0)};
  for (int step = 1; step <= n_steps && outcome.stopped == 0; ++step) {
    const double factor = run.changed_before != 0 && step >= run.changed_before ? 100 : 1;
    if (step == run.changed_before) before = {100 * before.lowest, 100 * before.highest};
    const physics::Range now{factor * run.lowest(step), factor * run.highest(step)};
    physics::StepReport report;
    report.step = step;
    report.dt = 0.01;
    report.scalars.push_back({.name = "dye", .limits = {before, now, run.given, run.rate(step)}});
    before = now;
    const auto finding = watch.look(report);
    if (finding) {
      outcome.stopped = step;
      outcome.text = finding->text;
    }
    if (watch.is_suspicious() && outcome.first_suspicious == 0) outcome.first_suspicious = step;
  }
  outcome.calm = watch.last_calm_step();
  return outcome;
}

TEST(ScalarWatch, LetsAScalarSpreadAndOvershoot) {
  const auto outcome = judge({.lowest = [](int n) { return -0.4 * std::abs(std::sin(n)); },
                              .highest = [](int n) { return 1 + 0.4 * std::abs(std::cos(n)); }},
                             1000);
  EXPECT_EQ(outcome.stopped, 0);
  EXPECT_EQ(outcome.first_suspicious, 0);
  EXPECT_EQ(outcome.calm, 1000);
}

TEST(ScalarWatch, StopsWhatGrowsWithoutACause) {
  const auto outcome =
      judge({.highest = [](int n) { return n < 100 ? 1 : std::pow(1.5, n - 99); }}, 1000);
  EXPECT_EQ(outcome.first_suspicious, 101);  // 1.5^2 > 1 + 1
  EXPECT_EQ(outcome.calm, 100);
  EXPECT_EQ(outcome.stopped, 105);  // 1.5^6 > 1 + 10
  EXPECT_EQ(outcome.text,
            "dye is from 0 to 11.39; its initial and boundary values, its sources and its fluxes "
            "explain 0 to 1");
  const auto below = judge({.lowest = [](int n) { return -0.1 * n; }}, 1000);
  EXPECT_EQ(below.first_suspicious, 11);
  EXPECT_EQ(below.stopped, 101);
}

TEST(ScalarWatch, TakesSmallDifferencesOfLargeValuesForSmall) {
  const auto outcome = judge({.lowest = [](int) { return 300.0; },
                              .highest = [](int n) { return 300 + 1e-9 * std::pow(2, n); }},
                             1000);
  EXPECT_EQ(outcome.stopped, 32);  // 1e-9 2^32 > 10 times a thousandth of 300
  // Noise about a scalar of one value is none.
  EXPECT_EQ(judge({.lowest = [](int) { return 300.0; },
                   .highest = [](int n) { return 300 + 0.2 * std::abs(std::sin(n)); }},
                  1000)
                .first_suspicious,
            0);
}

/// dT/dt = T, from 1: the source at each step is what T is.
TEST(ScalarWatch, LetsSourcesRaiseIt) {
  const auto grown = [](int n) { return std::exp(0.01 * n); };
  const Values growing{.highest = grown, .rate = grown};
  EXPECT_EQ(judge(growing, 5000).first_suspicious, 0);
  EXPECT_GT(judge({.highest = grown}, 5000).stopped, 0);
}

TEST(ScalarWatch, LetsBoundariesGiveWhatTheyLike) {
  const auto filled = [](int n) { return n < 50 ? 0.0 : 1000.0; };
  EXPECT_EQ(judge({.highest = filled, .given = {-5, 1000}}, 100).first_suspicious, 0);
  EXPECT_EQ(judge({.highest = filled, .given = {-5, 50}}, 100).stopped, 50);
}

TEST(ScalarWatch, BeginsAnewWhereSomebodyHasChangedIt) {
  EXPECT_EQ(judge({.changed_before = 70}, 200).first_suspicious, 0);
  const auto outcome = judge(
      {.highest = [](int n) { return n < 100 ? 1 : std::pow(1.5, n - 99); }, .changed_before = 70},
      1000);
  EXPECT_EQ(outcome.stopped, 105);
}

TEST(ScalarWatch, DoesNotJudgeWhatIsNothing) {
  EXPECT_EQ(judge({.highest = [](int n) { return n < 5 ? 0.0 : 1e-30; }}, 10).first_suspicious, 0);
}

}  // namespace
}  // namespace lobatto::run
