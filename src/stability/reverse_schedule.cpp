#include "stability/reverse_schedule.hpp"

#include <algorithm>

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

  /// Of n levels from `begin` on, which is reached and was stored last, with s stored at a time.
  void visit(long long begin, long long n, int s) {
    while (s > 1 && n > 1) {
      const long long n_before = levels_before_split(n, s);
      advance(n_before);
      levels_.store();
      visit(begin + n_before, n - n_before, s - 1);
      levels_.drop();
      levels_.restore();
      n = n_before;
    }
    for (long long level = n - 1; level >= 0; --level) {
      advance(level);
      levels_.visit(begin + level);
      if (level > 0) levels_.restore();
    }
  }
  [[nodiscard]] long long n_taken() const { return n_taken_; }

 private:
  void advance(long long n_steps) {
    for (long long n = 0; n < n_steps; ++n) levels_.step();
    n_taken_ += n_steps;
  }

  const SteppedLevels& levels_;
  long long n_taken_ = 0;
};

}  // namespace

long long visit_backwards(long long n_steps, int n_snapshots, const SteppedLevels& levels) {
  Visits visits(levels);
  levels.store();
  visits.visit(0, n_steps + 1, n_snapshots);
  levels.drop();
  return visits.n_taken();
}

}  // namespace lobatto::stability
