#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "comm/communicator.hpp"

namespace lobatto::cases {

/// What is wrong with a case, collected so that one run of the check shows all of it.
class Problems {
 public:
  /// The most that are shown at once.
  static constexpr std::size_t n_shown = 20;
  /// Bytes of a message beyond which its middle is left out.
  static constexpr std::size_t longest_message = 600;

  /// What has been said of the place already is not said again. The message is made printable, on
  /// one line.
  void add(const Location& where, const std::string& message);
  /// A message that begins with its place: "duct.toml:12:3: boundary.x: ...".
  void add_placed(const std::string& message);
  [[nodiscard]] bool empty() const { return list_.empty(); }

  /// One problem a line, in the order of the file, those of the file as a whole after, those of
  /// overrides then, and at last those that came with their place, in the order in which they came.
  [[nodiscard]] std::string text() const;
  /// Throws base::Error with text() unless empty.
  void throw_if_any() const;

 private:
  struct Problem {
    Location where;
    std::string text;
    bool is_placed;
  };
  void add_text(const Location& where, const std::string& text, bool is_placed);

  std::vector<Problem> list_;
  std::unordered_set<std::string> said_;
};

/// Adds, with its place, what any rank has to say of one thing: the message of the lowest rank that
/// comes with one that is not empty. Collective.
void add_from_any(Problems& problems, std::string message, const comm::Communicator& communicator);

/// What a task throws as base::Error, on every rank alike, is a problem; `place` comes before it.
template <class Task>
void attempt(Problems& problems, const std::string& place, Task&& task) {
  try {
    task();
  } catch (const base::Error& error) {
    problems.add_placed(place + error.what());
  }
}

}  // namespace lobatto::cases
