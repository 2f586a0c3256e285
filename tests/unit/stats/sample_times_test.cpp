#include "stats/sample_times.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lobatto::stats {
namespace {

struct Window {
  double begin, end;
  std::vector<double> weights;
};

/// Windows, the last one complete or not, of a run through these times from step 0 on.
std::vector<Window> windows_of(const SampleTimes::Settings& settings,
                               const std::vector<double>& times) {
  SampleTimes sampling(settings);
  std::vector<Window> windows;
  std::vector<double> weights;
  const auto close = [&] {
    windows.push_back({sampling.begin().time, sampling.end().time, weights});
    EXPECT_EQ(sampling.n_samples(), static_cast<long long>(weights.size()));
    weights.clear();
    sampling.next_window();
  };
  sampling.begin_run({0, times[0]});
  for (std::size_t step = 1; step < times.size(); ++step) {
    if (const auto weight = sampling.after_step({static_cast<long long>(step), times[step]}))
      weights.push_back(*weight);
    if (sampling.window_is_complete()) close();
  }
  if (sampling.n_samples() > 0) close();
  return windows;
}

std::vector<double> equal_steps(int n, double dt) {
  std::vector<double> times{0};
  for (int i = 0; i < n; ++i) times.push_back(times.back() + dt);
  return times;
}

TEST(SampleTimes, EachSampleStandsForTheTimeSinceTheLast) {
  const auto windows =
      windows_of({.start = 0, .every_steps = 2, .window = {}}, {0, 0.5, 0.75, 1.75, 4, 5, 9, 100});
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].weights, (std::vector<double>{0.75, 3.25, 5}));
  EXPECT_EQ(windows[0].begin, 0);
  EXPECT_EQ(windows[0].end, 9);
}

TEST(SampleTimes, EqualStepsHaveEqualWeights) {
  // Gathering begins with the first state at or after the start, here at 1.0.
  const auto windows =
      windows_of({.start = 0.95, .every_steps = 3, .window = {}}, equal_steps(34, 0.1));
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_NEAR(windows[0].begin, 1.0, 1e-12);
  EXPECT_EQ(windows[0].weights.size(), 8U);
  for (const double weight : windows[0].weights) EXPECT_NEAR(weight, 0.3, 1e-12);
}

TEST(SampleTimes, AStartMissedByRoundOffIsMet) {
  const auto windows =
      windows_of({.start = 0.3, .every_steps = 1, .window = {}}, {0, 0.1, 0.2, 0.3 - 1e-16, 0.4});
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].weights.size(), 1U);
}

TEST(SampleTimes, WindowsFollowEachOther) {
  const auto windows =
      windows_of({.start = 1, .every_steps = 2, .window = 0.5}, equal_steps(30, 0.1));
  // Samples every 0.2: the first at least 0.5 after the begin is 0.6 after it.
  ASSERT_EQ(windows.size(), 4U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(windows[i].begin, 1 + 0.6 * i, 1e-12);
    EXPECT_EQ(windows[i].weights.size(), 3U);
    EXPECT_EQ(windows[i].end, windows[i + 1].begin);
  }
  EXPECT_EQ(windows[3].weights.size(), 1U);  // the last is not complete
}

TEST(SampleTimes, NothingBeforeTheStart) {
  EXPECT_TRUE(
      windows_of({.start = 5, .every_steps = 1, .window = {}}, equal_steps(40, 0.1)).empty());
}

}  // namespace
}  // namespace lobatto::stats
