#pragma once

#include <optional>
#include <string>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "comm/communicator.hpp"
#include "physics/settings.hpp"
#include "plan/grounds.hpp"
#include "residents/formulas.hpp"
#include "run/origin/origin.hpp"
#include "run/simulation.hpp"
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

/// Reports files that a case names and that are not there, and folders that cannot be made. Looks
/// on the ranks that will use them. Collective.
void check_files(const cases::Case& the_case, const comm::Communicator& communicator,
                 cases::Problems& problems);

/// Why a run of the case cannot take its first step, as far as that shows before there is a flow:
/// a spectral viscosity that the step does not bear, boundary velocities that do not balance, or
/// fluid at rest that gives the CFL number no step. Empty where it can. Takes the initial velocity
/// at few points unless it is zero. Collective, the same on all ranks.
std::optional<std::string> find_start_problem(const cases::Case& the_case,
                                              residents::Formulas& formulas,
                                              const space::FunctionSpace& space,
                                              const physics::FlowSettings& settings);

/// The same of a simulation that is about to begin or to go on.
std::optional<std::string> find_start_problem(const Simulation& simulation);

}  // namespace lobatto::run
