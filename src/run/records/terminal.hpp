#pragma once

#include <optional>

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

}  // namespace lobatto::run
