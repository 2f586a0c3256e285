#pragma once

#include "case/case.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"
#include "state/state.hpp"

namespace lobatto::residents {

/// The solution of a case, for what looks at it; all of it lives longer.
struct Solution {
  const cases::Case& the_case;
  const space::FunctionSpace& space;
  const state::State& state;
  const physics::FlowSettings& settings;  ///< of the equations
};

}  // namespace lobatto::residents
