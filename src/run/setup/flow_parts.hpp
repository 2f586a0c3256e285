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

}  // namespace lobatto::run
