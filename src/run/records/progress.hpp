#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "physics/step_report.hpp"

namespace lobatto::run {

/// The terminal that a person looks at, where the standard output goes to one.
///
/// Launchers of MPI lend ranks a terminal of their own (Open MPI does), whatever their output goes
/// to: there the output of the launcher counts, which is the parent of this process or, on another
/// node, out of sight.
class Terminal {
 public:
  static std::optional<Terminal> of_person();

  /// As wide as it is now; 80 where it does not say.
  [[nodiscard]] int columns() const;

 private:
  explicit Terminal(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;  ///< open to the end of the process
};

enum class ProgressStyle {
  automatic,
  live,
  lines,
  none,
  silent,  ///< nor anything else that is said: it is in the log alone
};

/// What the screen gets to see; the log has all of it.
struct Telling {
  ProgressStyle progress = ProgressStyle::automatic;
  bool details = false;  ///< the table of regions, and what the time was spent on
};

/// The line that tells where a run is: step, time, CFL, divergence, flow rate, seconds per step,
/// time left. On a terminal that a person looks at it is rewritten in place, and as wide as that;
/// elsewhere a line is printed now and then. The log gets its lines too.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* log);

  /// After each step; `fraction` of the whole run is done.
  void update(const physics::StepReport& report, double seconds_per_step, double fraction);
  /// Ends the line that is being rewritten.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string line(const physics::StepReport& report, double seconds_per_step,
                                 double fraction, std::size_t columns) const;

  std::optional<Terminal> terminal_;
  bool live_;
  bool silent_;
  std::FILE* log_;
  Clock::time_point start_;
  Clock::time_point last_shown_;
  Clock::time_point last_logged_;
  double first_fraction_ = 0;
  std::optional<double> change_;  ///< the last that is known
  bool any_ = false;
};

/// "42 s", "3 min 05 s", "2 h 07 min", "4 d 03 h".
std::string format_duration(double seconds);

}  // namespace lobatto::run
