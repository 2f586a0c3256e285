#pragma once

#include "comm/communicator.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::precond {

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
