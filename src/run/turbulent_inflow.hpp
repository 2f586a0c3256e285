#pragma once

#include "case/case.hpp"
#include "physics/settings.hpp"
#include "run/formulas.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Adds the fluctuations of a condition to the velocity of one part of the boundary. Collective.
void add_turbulence(Formulas& formulas, const cases::Case& the_case,
                    const cases::FaceCondition& condition, const space::FunctionSpace& space,
                    int boundary, physics::VelocityFace& face);

}  // namespace lobatto::run
