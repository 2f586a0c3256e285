#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/function_ref.hpp"

namespace lobatto::krylov {

/// What a solver did. Non-convergence is a value here, not an exception.
struct SolveReport {
  int iterations = 0;
  double initial_residual = 0;
  double residual = 0;
  bool converged = true;
};

struct Tolerance {
  double relative = 0;  ///< against the norm of the right-hand side
  double absolute = 0;
  int max_iterations = 1000;
};

/// y = A x
using Operator = base::FunctionRef<void(std::span<const double> x, std::span<double> y)>;
/// z = P^{-1} r
using Preconditioner = base::FunctionRef<void(std::span<const double> r, std::span<double> z)>;
/// <x, y> over all ranks
using InnerProduct = base::FunctionRef<double(std::span<const double> x, std::span<const double> y)>;

/// Preconditioned conjugate gradients for symmetric positive (semi-)definite A. Vectors are allocated once.
/// Hestenes & Stiefel, J. Res. NBS 49 (1952).
class ConjugateGradients {
 public:
  explicit ConjugateGradients(std::size_t n_local);
  /// x holds the initial guess and receives the solution; rhs is not changed.
  SolveReport solve(Operator apply, Preconditioner precondition, InnerProduct inner, std::span<const double> rhs,
                    std::span<double> x, const Tolerance& tolerance);

 private:
  base::AlignedArray<double> residual_, preconditioned_, direction_, image_;
};

}  // namespace lobatto::krylov
