#pragma once

#include <array>

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

/// The exact solver of the coarse problem on a box that is periodic in all directions, with equal
/// elements. There every vertex has the same row, the 27-point stencil
///   s_d = sum of K_ab over the corners with b - a = d,  d in {-1, 0, 1}^3,
/// which waves diagonalise:  lambda(k) = sum_d s_d cos(2 pi sum_i k_i d_i / n_i),
/// u = F^-1 (F f / lambda), by WaveMultiplier; the constant wave is dropped, so that u has mean
/// zero. A solve is one collective with all vertices and two transforms on each rank alike.
///
/// n_elements along x, y, z. The ids must count the vertices as x + n_x (y + n_y z). Collective.
/// Throws base::Error on all ranks if ids, matrices or number of elements are any other (matrices
/// may differ by round-off: 1e-12), if a vertex is fixed, or if a wave other than the constant has
/// no energy. Solving allocates nothing.
CoarseSolver make_fft_coarse(const CoarseProblem& problem, std::array<int, 3> n_elements,
                             const comm::Communicator& communicator);

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

struct AmgOptions {
  int n_cycles = 1;
  /// Couplings of at least this part of the largest one in a row are strong. Flat hexahedra (1 :
  /// 10) take a third fewer iterations with 0.5 than with 0.25, others as many.
  double strong_threshold = 0.5;
  /// That the matrix is distributed over: the first of each of so many groups of ranks; 0: all.
  int n_ranks = 0;
};

/// An approximate solver of the coarse problem for any size: V-cycles of hypre's BoomerAMG from
/// zero, on the matrix distributed over the ranks, or over the leaders of groups of them, to which
/// the others send their values: few unknowns per rank are not worth the messages on each level.
/// precond/coarse/hypre_objects.hpp says what a cycle is.
///
/// The cycle is a fixed linear map, but another one on another number of ranks that share the
/// matrix. Of a singular problem f is taken and u is given without its mean over the vertices.
///
/// Collective. Throws base::Error if a matrix is missing, an option is out of range, hypre reports
/// an error or the program was built without hypre. Set-up and solve take O(N / ranks); a solve has
/// some messages on each level, which hypre allocates itself.
CoarseSolver make_boomer_amg(const CoarseProblem& problem, const comm::Communicator& communicator,
                             const AmgOptions& options = {});

/// Whether the program was built with hypre.
bool has_boomer_amg();

}  // namespace lobatto::precond
