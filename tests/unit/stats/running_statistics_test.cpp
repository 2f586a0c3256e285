#include "stats/running_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/curved_spaces.hpp"
#include "support/memory_state.hpp"

namespace lobatto::stats {
namespace {

using test::Block;
using test::Point;

/// Fields that change with time, on a box on some ranks, and what gathers them.
class WatchedFlow {
 public:
  WatchedFlow(const comm::Communicator& communicator, const RunningStatistics::Settings& settings)
      : space_(Block{.begin = {0, 0, 0},
                     .end = {1, 2, 3},
                     .n_elements = {2, 3, 4},
                     .periodic = {false, true, true}}
                   .mesh(3, communicator),
               communicator),
        statistics_(space_, settings) {
    for (auto& field : fields_) field = space_.make_field();
  }

  /// Goes on to the given step; calls on_window() at the end of each window.
  template <class Action>
  void run_to(int step, Action on_window) {
    statistics_.begin_run({step_, time(step_)});
    while (step_ < step) {
      ++step_;
      const bool is_complete = statistics_.after_step({step_, time(step_)}, [&] { return look(); });
      if (is_complete) on_window();
    }
  }
  [[nodiscard]] RunningStatistics& statistics() { return statistics_; }
  void set_step(int step) { step_ = step; }

  /// All averages of the owner's columns.
  [[nodiscard]] std::vector<double> averages() {
    statistics_.combine();
    std::vector<double> all = statistics_.numbers();
    const auto add = [&](const std::vector<double>& values) {
      const auto block = statistics_.mesh().in_layout(values);
      all.insert(all.end(), block.begin(), block.end());
    };
    const Moments& moments = statistics_.moments();
    for (std::size_t i = 0; i < moments.flow_averages().size(); ++i) add(moments.flow_average(i));
    for (std::size_t i = 0; i < moments.scalar_averages().size(); ++i)
      add(moments.scalar_average(0, i));
    return all;
  }

 private:
  /// Steps of different lengths.
  static double time(int step) { return 0.1 * step + 0.03 * std::sin(step); }

  RunningStatistics::Observation look() {
    const double t = time(step_);
    for (std::size_t f = 0; f < fields_.size(); ++f)
      space_.evaluate(test::function_of_place([&](const Point& x) {
                        return std::sin((static_cast<double>(f) + 1) * x[0] + x[1] * x[1] + t) +
                               0.1 * x[2];
                      }),
                      t, fields_[f]);
    return {{{fields_[0], fields_[1], fields_[2]}, fields_[3], 0.5, {fields_[4]}}, {t}};
  }

  space::FunctionSpace space_;
  RunningStatistics statistics_;
  std::array<space::Field, 5> fields_;
  int step_ = 0;
};

const auto nothing = [] {};

RunningStatistics::Settings settings(std::optional<double> window, std::array<bool, 3> averaged) {
  return {.times = {.start = 0.4, .every_steps = 3, .window = window},
          .averaged = averaged,
          .extent = Extent::full,
          .n_scalars = 1,
          .n_numbers = 1};
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_NEAR(a[i], b[i], 1e-12 * (1 + std::abs(b[i]))) << i;
}

TEST(RunningStatistics, WindowsAddUpToTheWhole) {
  const auto world = comm::Communicator::world();
  WatchedFlow whole(world, settings({}, {false, true, false})),
      parts(world, settings(1.0, {false, true, false}));
  whole.run_to(40, nothing);
  std::vector<double> sums;
  double weight = 0;
  int n_windows = 0;
  const auto add = [&] {
    const auto averages = parts.averages();
    const double of_window = parts.statistics().times().weight();
    sums.resize(averages.size());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += of_window * averages[i];
    weight += of_window;
    ++n_windows;
    parts.statistics().next_window();
  };
  parts.run_to(40, add);
  if (parts.statistics().times().n_samples() > 0) add();
  EXPECT_GE(n_windows, 3);
  EXPECT_NEAR(weight, whole.statistics().times().weight(), 1e-12);
  for (double& sum : sums) sum /= weight;
  expect_near(sums, whole.averages());
}

/// What all ranks together remember gives one rank alone the same state, and goes on the same.
TEST(RunningStatistics, GoesOnAfterARestartOnAnotherNumberOfRanks) {
  const auto world = comm::Communicator::world(), self = comm::Communicator::self();
  for (const std::array<bool, 3>& averaged :
       {std::array{false, false, true}, std::array{false, true, false},
        std::array{false, true, true}, std::array{false, false, false}}) {
    test::MemoryState state;
    WatchedFlow before(world, settings(100.0, averaged));
    before.run_to(23, nothing);  // two steps after a sample
    test::StateKeeper keeper(state, world);
    before.statistics().visit_state(keeper);

    WatchedFlow after(self, settings(100.0, averaged)), straight(self, settings(100.0, averaged));
    test::StateGiver giver(state);
    after.statistics().visit_state(giver);
    after.set_step(23);
    after.run_to(40, nothing);
    straight.run_to(40, nothing);
    EXPECT_EQ(after.statistics().times().n_samples(), straight.statistics().times().n_samples());
    EXPECT_EQ(after.statistics().times().begin().time, straight.statistics().times().begin().time);
    expect_near(after.averages(), straight.averages());
  }
}

/// The run that was saved goes on as if nothing had been, to the last bit on one rank.
TEST(RunningStatistics, IsNotDisturbedByBeingSaved) {
  const auto world = comm::Communicator::world();
  const auto all = settings({}, {false, false, true});
  WatchedFlow saved(world, all), restarted(world, all), straight(world, all);
  saved.run_to(17, nothing);
  test::MemoryState state;
  test::StateKeeper keeper(state, world);
  saved.statistics().visit_state(keeper);
  saved.run_to(40, nothing);
  test::StateGiver giver(state);
  restarted.statistics().visit_state(giver);
  restarted.set_step(17);
  restarted.run_to(40, nothing);
  EXPECT_EQ(restarted.averages(), saved.averages());
  straight.run_to(40, nothing);
  expect_near(saved.averages(), straight.averages());
}

TEST(RunningStatistics, BeginsAnewWhereSomethingElseWasGathered) {
  const auto world = comm::Communicator::world();
  WatchedFlow along_z(world, settings({}, {false, false, true}));
  along_z.run_to(20, nothing);
  test::MemoryState state;
  test::StateKeeper keeper(state, world);
  along_z.statistics().visit_state(keeper);
  WatchedFlow along_y(world, settings({}, {false, true, false}));
  test::StateGiver giver(state);
  along_y.statistics().visit_state(giver);
  EXPECT_EQ(along_y.statistics().times().n_samples(), 0);
}

}  // namespace
}  // namespace lobatto::stats
