#pragma once

#include "comm/agreement/joint_end.hpp"
#include "comm/communicator.hpp"
#include "run/user_code.hpp"

namespace lobatto::commands {

/// Reads the command line, runs what it asks for and returns the exit code: 0 well, 1 something the
/// user can mend, 2 a wrong command line, or that of a run (RunEnd). Throws what end_with_error
/// makes an end of; a run may have come to `end` itself. user_code: of the case that is run or
/// checked; null where there is none.
int run_command_line(int argc, char** argv, const comm::Communicator& communicator,
                     comm::JointEnd& end, run::UserCode* user_code = nullptr);

/// `lobatto complete WORDS`: prints what the last word may become. False, and nothing is done,
/// where something else is asked for. Needs no MPI.
bool complete_where_asked(int argc, char** argv);

}  // namespace lobatto::commands
