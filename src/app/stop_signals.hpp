#pragma once

#include <csignal>

namespace lobatto::app {

/// Holds back SIGTERM, SIGINT and SIGUSR1 from the calling thread, and from those that it makes
/// meanwhile, while one of these lives; take() tells which have come. Polled and not handled, so
/// that no code runs in between and nothing is global. To be in force while MPI starts its threads:
/// a signal goes to any thread that does not hold it back.
class StopSignals {
 public:
  StopSignals();
  /// Lets them through again; one that was not taken does then what it always does.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The number of a signal that has come, 0 when none has. Not collective.
  [[nodiscard]] int take() const;
  /// Those that come from now on are dropped at the end: a run that is stopping is not to be killed
  /// by the same signal, which reaches its ranks at different times.
  void drop_rest() { drops_rest_ = true; }

 private:
  sigset_t held_{}, before_{};
  bool drops_rest_ = false;
};

}  // namespace lobatto::app
