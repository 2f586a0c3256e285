#pragma once

#include "comm/communicator.hpp"
#include "health/start_up.hpp"

namespace lobatto::app {

/// Reads the command line, runs what it asks for and returns the exit code: 0 well, 1 something the
/// user can mend, 2 a wrong command line, 3 the flow blew up. Throws base::Error for what the top
/// handler prints.
int run_command_line(int argc, char** argv, const health::StartUp& start_up,
                     const comm::Communicator& communicator);

}  // namespace lobatto::app
