#pragma once

#include <array>
#include <csignal>

namespace lobatto::run {

/// Turns the signals that ask a run to stop or to save (SIGTERM, SIGINT, SIGHUP, SIGUSR1) into
/// something that it can ask for between two steps. A handler notes what has come, whichever thread
/// it reaches: libraries start threads of their own, some of them before main. One object at a
/// time.
class StopSignals {
 public:
  static constexpr std::array held{SIGUSR1, SIGHUP, SIGINT, SIGTERM};

  /// SIGHUP stays ignored where it is, as nohup wants it.
  StopSignals();
  /// Each signal does again what it did before; one that was not taken does it now.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The number of a signal that has come, the last in the order of `held` first; 0 when none has.
  /// Not collective.
  [[nodiscard]] int take() const;
  /// Those that come from now on are ignored, for ever: a run that is stopping is not to be killed
  /// by the same signal, which reaches its ranks at different times.
  void drop_rest();

 private:
  std::array<struct sigaction, held.size()> before_{};
  bool drops_rest_ = false;
};

}  // namespace lobatto::run
