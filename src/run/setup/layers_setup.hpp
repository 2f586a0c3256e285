#pragma once

#include "case/case.hpp"
#include "physics/settings.hpp"
#include "plan/grounds.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Looks whether the mesh is layers of a plane mesh, on which equations can be solved without
/// iterations, and notes what it finds; nothing where the case asks for other solvers. settings:
/// for the conditions. Throws base::Error where it asks for this one and it does not serve.
/// Collective.
void find_layers(const cases::Case& the_case, const space::FunctionSpace& space,
                 const physics::FlowSettings& settings, plan::Grounds& grounds);

}  // namespace lobatto::run
