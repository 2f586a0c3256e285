#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "physics/settings.hpp"
#include "plan/grounds.hpp"
#include "residents/formulas.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// The equations of a case on its mesh, its expressions compiled by `formulas`, with the solvers
/// that suit ranks and machine where the case says "auto". Throws base::Error where the conditions
/// of the case and the boundaries of the mesh do not go together.
physics::FlowSettings make_flow_settings(const cases::Case& the_case, const plan::Grounds& grounds,
                                         residents::Formulas& formulas,
                                         const space::FunctionSpace& space);

/// What a scalar finds in the solids of a space: its coefficient in all regions, its capacity, and
/// its sources there.
void set_solids(residents::Formulas& formulas, const cases::ScalarCase& scalar,
                const space::FunctionSpace& space, physics::ScalarSettings& settings);

/// The velocity of the files of a prescribed velocity: that of one for ever, or of several in a
/// cycle, a cubic through the four that are nearest in time. They are read when the first velocity
/// is asked for; what cannot be read is thrown as base::Error on every rank then.
physics::VelocityAt velocity_of_files(const cases::PrescribedVelocity& flow);

/// Throws base::Error on every rank where one of them is not there. Collective.
void find_velocity_files(const cases::PrescribedVelocity& flow,
                         const comm::Communicator& communicator);

/// Where the conditions and residents of a case, and the boundaries of its mesh, by name, do
/// not go together: names that the mesh has not, and boundaries without a condition. A message
/// each, which begins with its place in the case file. `at_fluid`: the names of those that fluid
/// touches, which alone need a condition for the velocity.
std::vector<std::string> boundary_faults(const cases::Case& the_case,
                                         const std::vector<std::string>& names,
                                         const std::vector<std::string>& at_fluid);

/// Looks whether the mesh is layers of a plane mesh, on which equations can be solved without
/// iterations, and notes what it finds; nothing where the case asks for other solvers. settings:
/// for the conditions. Throws base::Error where it asks for this one and it does not serve.
/// Collective.
void find_layers(const cases::Case& the_case, const space::FunctionSpace& space,
                 const physics::FlowSettings& settings, plan::Grounds& grounds);

}  // namespace lobatto::run
