#include "io/collective.hpp"

#include <exception>

#include "base/error.hpp"

namespace lobatto::io {

void throw_together(const comm::Communicator& communicator, std::string message) {
  const auto worst = communicator.max_location(message.empty() ? 0.0 : 1.0);
  if (worst.value == 0.0) return;
  communicator.broadcast(message, worst.rank);
  throw base::Error(message);
}

void on_root(const comm::Communicator& communicator, base::FunctionRef<void()> task) {
  std::string message;
  if (communicator.rank() == 0) {
    try {
      task();
    } catch (const std::exception& error) {
      message = error.what();
      if (message.empty()) message = "unknown error";
    }
  }
  throw_together(communicator, message);
}

}  // namespace lobatto::io
