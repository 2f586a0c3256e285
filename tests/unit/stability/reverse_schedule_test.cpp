// Levels come in their order, from no more memory than is allowed, with the fewest steps.
#include "stability/reverse_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lobatto::stability {
namespace {

/// A level is its number.
struct Counter {
  long long reached = 0, n_steps = 0;
  std::size_t most_stored = 0;
  std::vector<long long> stored, visited;

  long long run(long long n, int n_snapshots) {
    return visit_backwards(n, n_snapshots,
                           {[&] {
                              stored.push_back(reached);
                              most_stored = std::max(most_stored, stored.size());
                            },
                            [&] { reached = stored.back(); }, [&] { stored.pop_back(); },
                            [&] {
                              ++reached;
                              ++n_steps;
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
    }
}

}  // namespace
}  // namespace lobatto::stability
