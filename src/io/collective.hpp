#pragma once

#include <string>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"

namespace lobatto::io {

/// Ends every rank's call the same way: when any rank comes with a message that is not empty, all
/// ranks throw base::Error with the message of the lowest such rank. Collective.
void throw_together(const comm::Communicator& communicator, std::string message);

/// Runs `task` on rank 0 only; when it throws, every rank throws base::Error with its message.
/// Collective.
void on_root(const comm::Communicator& communicator, base::FunctionRef<void()> task);

/// Runs `task` on every rank; when it throws on any, every rank throws base::Error with the message
/// of the lowest such rank. The task must not be collective. Collective.
void on_all(const comm::Communicator& communicator, base::FunctionRef<void()> task);

}  // namespace lobatto::io
