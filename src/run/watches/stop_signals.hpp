#pragma once

#include <array>
#include <csignal>

namespace lobatto::run {

/// Turns the signals that ask a run to stop or to save into something that it can ask for between
/// two steps. They come from people and from batch systems: LSF and Grid Engine send SIGUSR2 before
/// the end of a job, limits on the time of processors send SIGXCPU. A handler notes what has come,
/// whichever thread it reaches: libraries start threads of their own. One object at a time.
class StopSignals {
 public:
  struct Held {
    int number;
    const char* name;
  };
  /// SIGUSR1 asks to save, the others to stop.
  static constexpr std::array held{Held{SIGUSR1, "SIGUSR1"}, Held{SIGUSR2, "SIGUSR2"},
                                   Held{SIGXCPU, "SIGXCPU"}, Held{SIGHUP, "SIGHUP"},
                                   Held{SIGINT, "SIGINT"},   Held{SIGTERM, "SIGTERM"}};
  /// Keeps them back until there is such an object: while a run loads, that is. The calling thread
  /// blocks them, and so do the threads that it starts and the program that it becomes by an exec.
  static void keep_back();
  /// For a program that this one becomes and that is to hear of them itself.
  static void let_through();

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
  bool drops_rest_ = false;
};

/// What a write would raise only makes it fail from now on: a reader of the output who goes away
/// ends no run, and a limit on the size of files is told as a full disk is.
void ignore_signals_of_writing();

}  // namespace lobatto::run
