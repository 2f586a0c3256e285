#pragma once

#include "app/expression.hpp"
#include "space/function_space.hpp"

namespace lobatto::app {

/// The expression, compiled for x, y, z, as a function that fields are filled from.
space::SpaceTimeFunction space_time_function(const Expression& expression);

}  // namespace lobatto::app
