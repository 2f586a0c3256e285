#pragma once

#include <array>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The work per time of a traction on a part of the boundary, of this rank. traction: x, y, z of
/// values times the surface weights.
double work_of(const space::Boundary& boundary, const std::array<std::vector<double>, 3>& traction,
               const space::VectorField& velocity);

}  // namespace lobatto::physics
