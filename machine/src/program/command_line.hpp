#pragma once

#include "comm/communicator.hpp"
#include "machine/start_up.hpp"

namespace lobatto::program {

/// Reads the command line, runs what it asks for and returns the exit code: 0 well, 1 something is
/// not as good as it has to be, 2 a wrong command line. Throws base::Error. Collective.
int run_command_line(int argc, char** argv, const machine::StartUp& start_up,
                     const comm::Communicator& communicator);

/// `lobatto-machine complete WORDS`, as of commands/command_line.hpp.
bool complete_where_asked(int argc, char** argv);

}  // namespace lobatto::program
