#pragma once

#include "case/case.hpp"
#include "physics/settings.hpp"
#include "residents/formulas.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// What a scalar finds in the solids of a space: its coefficient in all regions, its capacity, and
/// its sources there.
void set_solids(residents::Formulas& formulas, const cases::ScalarCase& scalar,
                const space::FunctionSpace& space, physics::ScalarSettings& settings);

/// Adds the fluctuations of a condition to the velocity of one part of the boundary. Collective.
void add_turbulence(residents::Formulas& formulas, const cases::Case& the_case,
                    const cases::FaceCondition& condition, const space::FunctionSpace& space,
                    int boundary, physics::VelocityFace& face);

}  // namespace lobatto::run
