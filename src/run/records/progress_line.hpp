#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/function_ref.hpp"

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

/// "42 s", "3 min 05 s", "2 h 07 min", "4 d 03 h".
std::string format_duration(double seconds);

}  // namespace lobatto::run
