#pragma once

#include "flow/settings.hpp"
#include "precond/coarse_problem.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::flow {

/// The method that `automatic` stands for on this space: the tensor direct solver on a box with one
/// condition a face, sparse Cholesky on other meshes as long as they are small, then algebraic
/// multigrid.
CoarseMethod choose_coarse_method(const space::FunctionSpace& space);

/// The solver of the vertex problem of Schwarz multigrid. Collective. Throws base::Error where the
/// method does not suit the mesh.
precond::CoarseSolver make_coarse_solver(CoarseMethod method, const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions);

}  // namespace lobatto::flow
