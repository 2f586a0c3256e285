#pragma once

#include <cstdio>
#include <optional>
#include <string_view>

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

/// Text for people, handed to the system at once. What cannot be written, on a full disk, is lost:
/// that is no reason to end a run.
inline void put_text(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
  std::clearerr(stream);
}

}  // namespace lobatto::run
