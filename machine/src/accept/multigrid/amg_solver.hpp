#pragma once

#include <memory>
#include <span>

#include "accept/sparse/sparse_rows.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// hypre's conjugate gradients, preconditioned by a V-cycle of its BoomerAMG
/// (precond::make_hypre_amg). For symmetric positive definite matrices.
class AmgSolver {
 public:
  virtual ~AmgSolver() = default;
  /// The levels and what goes between them, anew. Collective.
  virtual void set_up() = 0;
  /// From zero until |b - A x| <= tolerance |b|, as the iteration carries it along; the number of
  /// iterations. Collective; after set_up.
  virtual int solve(std::span<const double> b, std::span<double> x, double tolerance,
                    int max_iterations) = 0;
};

/// Collective. Throws base::Error where hypre cannot number the rows, reports an error, or is not
/// there.
std::unique_ptr<AmgSolver> make_amg_solver(const NumberedRows& rows,
                                           const comm::Communicator& communicator);

/// Whether the program was built with hypre.
bool has_amg_solver();

}  // namespace lobatto::accept
