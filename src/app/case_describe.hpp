#pragma once

#include <string>

#include "app/case.hpp"

namespace lobatto::app {

/// The resolved set-up as text for people: mesh and unknowns, fluid, conditions a face, forcing,
/// scalars, time, solvers, output. Lines end in newlines.
std::string describe(const Case& c);

}  // namespace lobatto::app
