#pragma once

#include <string>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "perf/machine_limits.hpp"
#include "plan/grounds.hpp"
#include "run/origin/origin.hpp"

namespace lobatto::run {

/// What a run has decided by, as its checkpoints keep it: rates, processor and the solvers of its
/// equations, as JSON.
std::string solver_record(const cases::Case& the_case, const plan::Grounds& grounds,
                          const comm::Communicator& communicator);

/// What a run decides by, and the limits of the machine as known now.
struct RunGrounds {
  plan::Grounds grounds;
  perf::MachineLimits limits;
};

/// A run that goes on from a checkpoint keeps the solvers, and on the same processor and as many
/// ranks the rates, so that it is the straight run; other runs take what is known of the machine
/// (perf::known_machine_rates). `find` as in check_case: where it fails, that will report it.
/// Collective.
RunGrounds find_grounds(base::FunctionRef<RunOrigin()> find,
                        const comm::Communicator& communicator);

}  // namespace lobatto::run
