#pragma once

#include <filesystem>
#include <string_view>

#include "comm/agreement/joint_end.hpp"

namespace lobatto::run {

/// How errors end the program. There are three kinds:
///  - a user's error that all ranks find alike: base::Error everywhere, exit code 1;
///  - an error of some ranks, when the others come to their end too, or find one of their own: that
///    of the lowest rank counts for all, with its number;
///  - an error of some ranks while others wait for them: each says what it is, and the job is
///    aborted.
/// What is no base::Error, and not a lack of memory, is a mistake of ours: exit code 6. What data
/// do to a run in its course is no error but an end of the run, see RunEnd.

/// To be called while an exception is handled: tells of it, once, on standard error and in `log`
/// (none: empty), and returns the exit code. Collective as far as it can be.
int end_with_error(comm::JointEnd& end, const comm::Communicator& communicator,
                   const std::filesystem::path& log = {});

/// The end of a rank without an error of its own: its exit code, unless another rank has failed.
/// Collective.
int end_without_error(int exit_code, comm::JointEnd& end, const comm::Communicator& communicator);

}  // namespace lobatto::run
