#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"

namespace lobatto::run {

/// Where the conditions and residents of a case, and the boundaries of its mesh, by name, do
/// not go together: names that the mesh has not, and boundaries without a condition. A message
/// each, which begins with its place in the case file. `at_fluid`: the names of those that fluid
/// touches, which alone need a condition for the velocity.
std::vector<std::string> boundary_faults(const cases::Case& the_case,
                                         const std::vector<std::string>& names,
                                         const std::vector<std::string>& at_fluid);

}  // namespace lobatto::run
