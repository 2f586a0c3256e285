// Levels come in their order, from no more memory than is allowed, with the fewest steps.
#include "stability/reverse_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace lobatto::stability {
namespace {

/// A level is its number.
struct Counter {
  long long reached = 0, n_steps = 0, n_uses = 0;
  std::size_t most_stored = 0;
  std::vector<long long> stored, visited;

  long long run(long long n, int n_snapshots) {
    return visit_backwards(n, n_snapshots,
                           {[&] {
                              stored.push_back(reached);
                              ++n_uses;
                              most_stored = std::max(most_stored, stored.size());
                            },
                            [&] {
                              reached = stored.back();
                              ++n_uses;
                            },
                            [&] { stored.pop_back(); },
                            [&](long long n_more) {
                              reached += n_more;
                              n_steps += n_more;
                            },
                            [&](long long level) {
                              EXPECT_EQ(level, reached);
                              visited.push_back(level);
                              reached = -1;  // a visit may change it
                            }});
  }
};

/// Of n levels with s snapshots beside the first: the best of all splits.
long long fewest_steps(long long n, int s) {
  static std::map<std::pair<long long, int>, long long> known;
  if (n <= 1) return 0;
  if (s == 0) return n * (n - 1) / 2;
  if (const auto found = known.find({n, s}); found != known.end()) return found->second;
  long long best = n * (n - 1) / 2;
  for (long long m = 1; m < n; ++m)
    best = std::min(best, m + fewest_steps(n - m, s - 1) + fewest_steps(m, s));
  return known[{n, s}] = best;
}

TEST(ReverseSchedule, VisitsAllLevelsBackwardsWithTheFewestSteps) {
  for (const long long n : {0, 1, 2, 3, 5, 8, 13, 33, 60})
    for (const int n_snapshots : {1, 2, 3, 4, 7, 100}) {
      Counter counter;
      const long long n_steps = counter.run(n, n_snapshots);
      EXPECT_EQ(n_steps, counter.n_steps);
      std::vector<long long> levels;
      for (long long level = n; level >= 0; --level) levels.push_back(level);
      EXPECT_EQ(counter.visited, levels);
      EXPECT_LE(counter.most_stored, static_cast<std::size_t>(n_snapshots));
      EXPECT_EQ(counter.n_steps, fewest_steps(n + 1, n_snapshots - 1)) << n << " " << n_snapshots;
      const ReverseSchedule schedule = schedule_backwards(n, n_snapshots);
      EXPECT_EQ(schedule.n_steps_taken, counter.n_steps);
      EXPECT_EQ(schedule.n_uses.size(), counter.most_stored);
      EXPECT_EQ(std::accumulate(schedule.n_uses.begin(), schedule.n_uses.end(), 0LL),
                counter.n_uses);
    }
}

TEST(ReverseSchedule, KeepsOnDiskWhatIsUsedLeast) {
  EXPECT_EQ(places_on_disk({0, {4, 2, 5, 2}}, 2), (std::vector<char>{0, 1, 0, 1}));
  EXPECT_EQ(places_on_disk({0, {3, 3}}, 5), (std::vector<char>{1, 1}));
  const ReverseSchedule schedule = schedule_backwards(1000, 10);
  const auto on_disk = places_on_disk(schedule, 4);
  for (std::size_t place = 0; place < 10; ++place)
    for (std::size_t other = 0; other < 10; ++other)
      if (on_disk[place] > on_disk[other]) {
        EXPECT_LE(schedule.n_uses[place], schedule.n_uses[other]);
      }
}

}  // namespace
}  // namespace lobatto::stability
