#pragma once

#include "comm/communicator.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::precond {

/// An approximate solver of the coarse problem for many ranks: Schwarz on two levels. The own
/// vertices of each rank and a layer around them are solved exactly and given to the own ones alone
/// (restricted additive Schwarz, Cai & Sarkis, SIAM J. Sci. Comput. 21 (1999)), then what is left
/// is solved exactly among functions that are constant on the own vertices of a rank (Nicolaides,
/// SIAM J. Numer. Anal. 24 (1987)), then the first step again:
///
///   u = S f,   u += Z (Z^T K Z)^-1 Z^T (f - K u),   u += S (f - K u)
///
/// A fixed linear map, not symmetric, another one on another number of ranks; on one rank the exact
/// solution. Of a singular problem f is taken and u is given without its mean over the vertices.
///
/// Collective. Throws base::Error if a matrix is missing. A solve takes two solves with the factor
/// of the own vertices, four exchanges of the layer, one sum of a number per rank, and on every
/// rank the solve with the factor of as many unknowns as there are ranks.
CoarseSolver make_vertex_schwarz(const CoarseProblem& problem,
                                 const comm::Communicator& communicator);

}  // namespace lobatto::precond
