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

namespace {

/// The message of what the task throws; empty where it throws nothing.
std::string message_of(base::FunctionRef<void()> task) {
  try {
    task();
  } catch (const std::exception& error) {
    const std::string message = error.what();
    return message.empty() ? "unknown error" : message;
  }
  return {};
}

}  // namespace

void on_root(const comm::Communicator& communicator, base::FunctionRef<void()> task) {
  throw_together(communicator, communicator.rank() == 0 ? message_of(task) : std::string());
}

void on_all(const comm::Communicator& communicator, base::FunctionRef<void()> task) {
  throw_together(communicator, message_of(task));
}

}  // namespace lobatto::io
