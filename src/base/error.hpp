#pragma once

#include <stdexcept>
#include <string>

namespace lobatto::base {

/// What a user can mend: a message that says what was found, where, and what was expected. Thrown
/// anywhere, caught once in the application, which prints the message and ends the job.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace lobatto::base
