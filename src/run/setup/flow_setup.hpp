#pragma once

#include "case/case.hpp"
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

}  // namespace lobatto::run
