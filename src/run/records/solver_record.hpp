#pragma once

#include <string>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "perf/machine_limits.hpp"
#include "run/origin/origin.hpp"

namespace lobatto::run {

/// What a run has decided by, as its checkpoints keep it: rates, processor and the solvers of its
/// equations, as JSON.
std::string solver_record(const cases::Case& the_case, const comm::Communicator& communicator);

/// Gives a case what its `auto` is decided by. A run that goes on from a checkpoint keeps the
/// solvers, and on the same processor and as many ranks the rates, so that it is the straight run;
/// other runs take what is known of the machine (perf::known_machine_rates). `find` as in
/// check_case: where it fails, that will report it. Returns the limits of the machine as known now.
/// Collective.
perf::MachineLimits settle_solvers(cases::Case& the_case, base::FunctionRef<RunOrigin()> find,
                                   const comm::Communicator& communicator);

}  // namespace lobatto::run
