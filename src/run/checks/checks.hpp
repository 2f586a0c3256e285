#pragma once

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "plan/grounds.hpp"
#include "run/origin/origin.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// What a run of a case begins with.
struct CheckedCase {
  RunOrigin origin;
  plan::Grounds grounds;
  space::FunctionSpace space;
};

/// Looks for all that would end a run before its first step, or keep it from writing what the case
/// asks for: the one list that `lobatto check` and `lobatto run` share. First what needs no mesh:
/// sizes against the memory of the machine, files, solvers; then the mesh and what needs it. Makes
/// no file. `find`: where the state of the run comes from; may throw base::Error on every rank.
/// Collective; throws base::Error on every rank, with all that was found, a problem a line.
CheckedCase check_case(const cases::Case& the_case, const plan::Grounds& grounds,
                       base::FunctionRef<RunOrigin()> find, const comm::Communicator& communicator);

}  // namespace lobatto::run
