#pragma once

#include <string>
#include <vector>

#include "app/case_document.hpp"

namespace lobatto::app {

/// What is wrong with a case, collected so that one run of the check shows all of it.
class Problems {
 public:
  /// The most that are shown at once.
  static constexpr std::size_t n_shown = 20;

  /// What has been said of the place already is not said again.
  void add(const Location& where, const std::string& message);
  [[nodiscard]] bool empty() const { return list_.empty(); }

  /// One problem a line, in the order of the file, those of the file as a whole after, those of
  /// overrides last.
  [[nodiscard]] std::string text() const;
  /// Throws base::Error with text() unless empty.
  void throw_if_any() const;

 private:
  struct Problem {
    Location where;
    std::string message;
  };
  std::vector<Problem> list_;
};

}  // namespace lobatto::app
