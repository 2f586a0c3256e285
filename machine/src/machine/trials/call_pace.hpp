#pragma once

#include <algorithm>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace lobatto::machine {

/// What the calls of one value of a trial take together.
inline constexpr double seconds_per_value = 1e-2;

/// How often something is to be called so that its time can be measured: found at the first
/// measurement and kept, so that all repeats are alike.
class CallPace {
 public:
  /// Seconds a call of `calls(n)`, which makes n calls, n such that they take about `seconds` of
  /// the slowest rank. Collective.
  template <class Calls>
  double seconds_per_call(double seconds, const comm::Communicator& communicator,
                          const Calls& calls) {
    while (n_calls_ == 0) settle(seconds, communicator, calls);
    communicator.barrier();
    const base::Stopwatch watch;
    calls(n_calls_);
    return watch.seconds() / n_calls_;
  }

 private:
  template <class Calls>
  void settle(double seconds, const comm::Communicator& communicator, const Calls& calls) {
    // The faster of two: the first calls set things up, and others may have had the core.
    const double taken =
        std::min(time(n_tried_, communicator, calls), time(n_tried_, communicator, calls));
    if (taken < seconds / 8 && n_tried_ < most_calls) {
      n_tried_ *= 4;
    } else {
      n_calls_ = std::clamp(static_cast<int>(n_tried_ * seconds / taken), 1, most_calls);
    }
  }

  template <class Calls>
  static double time(int n, const comm::Communicator& communicator, const Calls& calls) {
    communicator.barrier();
    const base::Stopwatch watch;
    calls(n);
    return communicator.max(watch.seconds());
  }

  static constexpr int most_calls = 1 << 20;
  int n_tried_ = 4, n_calls_ = 0;
};

}  // namespace lobatto::machine
