#pragma once

#include <vector>

#include "base/function_ref.hpp"

namespace lobatto::stability {

/// Who takes steps, and keeps some of the levels that they lead to.
struct SteppedLevels {
  base::FunctionRef<void()> store;             ///< the level reached, on a stack
  base::FunctionRef<void()> restore;           ///< the level stored last becomes that reached
  base::FunctionRef<void()> drop;              ///< the level stored last
  base::FunctionRef<void(long long)> advance;  ///< by so many steps
  base::FunctionRef<void(long long)> visit;    ///< the level reached; may change it
};

/// Visits the levels n_steps, n_steps - 1, ..., 0 from level 0 on, with at most n_snapshots, 1 or
/// more, stored at a time; takes the fewest steps that this can be done in, by binomial splits
/// (Griewank & Walther, ACM Trans. Math. Softw. 26 (2000)), and returns their number.
long long visit_backwards(long long n_steps, int n_snapshots, const SteppedLevels& levels);

/// What that does, found without a step.
struct ReverseSchedule {
  long long n_steps_taken = 0;
  std::vector<long long> n_uses;  ///< of each place of the stack: stored and restored
};
ReverseSchedule schedule_backwards(long long n_steps, int n_snapshots);

/// The places of a stack to keep on a slower level, so many of them: those used least, the lower
/// ones first (Stumm & Walther, SIAM J. Sci. Comput. 31 (2009)). [n_uses.size()]
std::vector<char> places_on_disk(const ReverseSchedule& schedule, int n_on_disk);

}  // namespace lobatto::stability
