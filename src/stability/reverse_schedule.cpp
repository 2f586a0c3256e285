#include "stability/reverse_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace lobatto::stability {

namespace {

/// (s + t)! / (s! t!), at most `most`: the levels from a stored one on that can be visited with s
/// stored at a time, it among them, and no step taken more than t times.
long long reach(int s, int t, long long most) {
  if (s < 1) return t < 0 ? 0 : 1;
  long long product = t < 0 ? 0 : 1;
  const int least = std::min(s, t);
  for (int k = 1; k <= least && product < most; ++k) product = product * (s + t - least + k) / k;
  return std::min(product, most);
}

/// How many of n levels stay before the next that is stored: what s can visit with their steps
/// taken t - 1 times, but for those that s - 1 visit after it as well with t - 1.
long long levels_before_split(long long n, int s) {
  int t = 1;
  while (reach(s, t, n) < n) ++t;
  return std::clamp(n - reach(s - 1, t - 1, n), 1LL, std::max(1LL, reach(s, t - 1, n - 1)));
}

class Visits {
 public:
  explicit Visits(const SteppedLevels& levels) : levels_(levels) {}

  /// Of n levels from 0 on, which is reached and was stored, with s stored at a time. Each stored
  /// level has a range of those that wait for it.
  void visit(long long n, int s) {
    std::vector<Range> waiting{{0, n, s}};
    for (;;) {
      if (Range& last = waiting.back(); last.s > 1 && last.n > 1) {
        waiting.push_back(split(last));
        continue;
      }
      visit(waiting.back());
      waiting.pop_back();
      if (waiting.empty()) return;
      levels_.drop();
      levels_.restore();
    }
  }
  [[nodiscard]] long long n_taken() const { return n_taken_; }

 private:
  /// n levels from `begin` on, which was stored, with s stored at a time.
  struct Range {
    long long begin, n;
    int s;
  };

  /// Goes to the end of the levels that stay, and stores it; the rest.
  Range split(Range& range) {
    const long long n_before = levels_before_split(range.n, range.s);
    advance(n_before);
    levels_.store();
    const Range rest{range.begin + n_before, range.n - n_before, range.s - 1};
    range.n = n_before;
    return rest;
  }

  /// From its stored level alone.
  void visit(const Range& range) {
    for (long long level = range.n - 1; level >= 0; --level) {
      advance(level);
      levels_.visit(range.begin + level);
      if (level > 0) levels_.restore();
    }
  }

  void advance(long long n_steps) {
    if (n_steps > 0) levels_.advance(n_steps);
    n_taken_ += n_steps;
  }

  const SteppedLevels& levels_;
  long long n_taken_ = 0;
};

}  // namespace

long long visit_backwards(long long n_steps, int n_snapshots, const SteppedLevels& levels) {
  Visits visits(levels);
  levels.store();
  visits.visit(n_steps + 1, n_snapshots);
  levels.drop();
  return visits.n_taken();
}

ReverseSchedule schedule_backwards(long long n_steps, int n_snapshots) {
  ReverseSchedule schedule;
  std::size_t n_stored = 0;
  const auto store = [&] {
    if (++n_stored > schedule.n_uses.size()) schedule.n_uses.push_back(0);
    ++schedule.n_uses[n_stored - 1];
  };
  const auto restore = [&] { ++schedule.n_uses[n_stored - 1]; };
  const auto none = [](long long) {};
  schedule.n_steps_taken =
      visit_backwards(n_steps, n_snapshots, {store, restore, [&] { --n_stored; }, none, none});
  return schedule;
}

std::vector<char> places_on_disk(const ReverseSchedule& schedule, int n_on_disk) {
  std::vector<std::size_t> places(schedule.n_uses.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return schedule.n_uses[place]; });
  std::vector<char> is_on_disk(places.size(), 0);
  for (std::size_t i = 0; i < std::min<std::size_t>(n_on_disk, places.size()); ++i)
    is_on_disk[places[i]] = 1;
  return is_on_disk;
}

}  // namespace lobatto::stability
