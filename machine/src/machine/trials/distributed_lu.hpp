#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "machine/trials/random_system.hpp"

namespace lobatto::machine {

/// Whether this build has ScaLAPACK, a library of its MPI.
bool has_distributed_lu();

/// A solution, and what it took.
struct LuSolution {
  std::vector<double> x;  ///< [n], on every rank
  double seconds = 0;     ///< of the slowest rank, without making the system

  /// As HPL counts: (2/3 n^3 + 3/2 n^2) / time.
  [[nodiscard]] double gflops() const;
};

/// Solves A x = b by LU factorisation with row pivoting (pdgesv of ScaLAPACK), the matrix in blocks
/// of 64 x 64 dealt out cyclically on a grid of ranks as square as can be. Collective. Throws
/// base::Error where the matrix turns out singular, or where this build has no ScaLAPACK.
LuSolution solve_distributed(const RandomSystem& system, const comm::Communicator& communicator);

}  // namespace lobatto::machine
