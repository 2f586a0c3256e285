#pragma once

#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// Whether each piece of a space, elements that are linked by common nodes, has a side with a
/// Dirichlet condition; true where no side has one and there is one piece. Solutions of the Poisson
/// equation are then known, or all but one constant. Collective.
bool has_one_constant_at_most(const FunctionSpace& space, const BoundaryConditions& conditions);

}  // namespace lobatto::space
