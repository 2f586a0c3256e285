#include "comm/agreement/agreed_fault.hpp"

#include <exception>

#include "base/error.hpp"

namespace lobatto::comm {

void AgreedFault::agree(const Communicator& communicator) const {
  constexpr double nowhere = std::numeric_limits<double>::infinity();
  const bool has_fault = place_ < std::numeric_limits<long long>::max();
  const double own = has_fault ? static_cast<double>(place_) : nowhere;
  // -own: the largest is the lowest place, and of several the lowest rank is told.
  const auto first = communicator.max_location(-own);
  if (first.value == -nowhere) return;
  std::string text = text_;
  communicator.broadcast(text, first.rank);
  throw base::Error(text);
}

void throw_together(const Communicator& communicator, std::string_view message) {
  AgreedFault fault;
  if (!message.empty()) fault.report(0, message);
  fault.agree(communicator);
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

void on_root(const Communicator& communicator, base::FunctionRef<void()> task) {
  throw_together(communicator, communicator.rank() == 0 ? message_of(task) : std::string());
}

void on_all(const Communicator& communicator, base::FunctionRef<void()> task) {
  throw_together(communicator, message_of(task));
}

}  // namespace lobatto::comm
