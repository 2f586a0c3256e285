#pragma once

#include "comm/communicator.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::precond {

/// The exact solver of the coarse problem for any mesh: A = L L^T (SupernodalFactor), in an order
/// by nested dissection, with the whole factor on every rank.
///
/// A solve is one collective with all N vertices and the two triangular solves on each rank alike;
/// in three dimensions L has some 10 N^(4/3) values. A singular problem is solved with its last
/// vertex held at zero: f is taken without its mean over the vertices, u is given with mean zero.
/// The mesh must then hang together.
///
/// Collective. Throws base::Error if a matrix is missing, the assembled matrix is not positive
/// definite (but for the constants of a singular problem), or memory is short. Solving allocates
/// nothing.
CoarseSolver make_sparse_cholesky(const CoarseProblem& problem,
                                  const comm::Communicator& communicator);

}  // namespace lobatto::precond
