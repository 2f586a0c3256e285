#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "physics/step_report.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::run {

enum class ProgressStyle {
  automatic,
  live,
  lines,
  none,
  silent,  ///< nor anything else that is said: it is in the log alone
};

/// A line that tells how far something long is, and when it ends. On a terminal that a person looks
/// at it is rewritten in place, and as wide as that; elsewhere a line is printed now and then. A
/// log gets its lines too.
class ProgressLine {
 public:
  /// On a terminal that is too narrow the parts of highest rank go first. The line itself adds the
  /// share that is done, of rank 0, and the time that is left, of rank 1.
  struct Part {
    int rank;
    std::string text;
  };
  /// When the first line is shown.
  enum class First { at_once, when_it_takes_long };

  ProgressLine(ProgressStyle style, First first, std::FILE* log = nullptr);

  /// `fraction` of the whole is done. Asks for the parts only where the line is shown.
  void update(double fraction, base::FunctionRef<std::vector<Part>()> parts);
  /// Ends the line that is being rewritten.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string line(double fraction, std::vector<Part> parts,
                                 std::size_t columns) const;

  std::optional<Terminal> terminal_;
  bool live_;
  bool silent_;
  std::FILE* log_;
  Clock::time_point start_;
  Clock::time_point last_shown_;
  Clock::time_point last_logged_;
  std::optional<double> first_fraction_;
  bool is_shown_ = false;
};

/// "0.3 s", "42 s", "3 min 05 s", "2 h 07 min", "4 d 03 h".
std::string format_duration(double seconds);

/// What the screen gets to see; the log has all of it.
struct Telling {
  ProgressStyle progress = ProgressStyle::automatic;
  bool details = false;  ///< the table of regions, and what the time was spent on
};

/// The line that tells where a run is: step, time, CFL, divergence, flow rate, seconds per step,
/// time left.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* log) : line_(style, ProgressLine::First::at_once, log) {}

  /// After each step; `fraction` of the whole run is done.
  void update(const physics::StepReport& report, double seconds_per_step, double fraction);
  void finish() { line_.finish(); }

 private:
  ProgressLine line_;
  std::optional<double> change_;  ///< the last that is known
};

}  // namespace lobatto::run
