#pragma once

#include <optional>

#include "base/vector3.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// The lengths after which the mesh repeats itself along x, y and z, 0 where it does not; none
/// where it repeats itself along a line that is no axis, or after several lengths. Collective.
std::optional<base::Vector3> periods(const FunctionSpace& space);

}  // namespace lobatto::space
