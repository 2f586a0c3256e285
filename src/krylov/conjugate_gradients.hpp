#pragma once

#include <cstddef>
#include <span>

#include "base/aligned_array.hpp"
#include "base/function_ref.hpp"
#include "kernels/cost.hpp"

namespace lobatto::krylov {

/// What a solver did. Non-convergence is a value here, not an exception.
struct SolveReport {
  int iterations = 0;
  double initial_residual = 0;  ///< norm (the caller's) of rhs - A x for the initial guess
  double residual = 0;          ///< the same for the solution, as carried along by the iteration
  bool converged = true;
  kernels::Cost cost = {};  ///< on this rank, besides A and P
};

/// Converged is what has a residual norm of at most max(relative |rhs|, absolute).
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
using InnerProduct =
    base::FunctionRef<double(std::span<const double> x, std::span<const double> y)>;

/// Preconditioned conjugate gradients for symmetric positive (semi-)definite A and definite P.
/// Hestenes & Stiefel, J. Res. NBS 49 (1952). A singular system must be consistent; the part of x
/// in the null space stays that of the initial guess, as far as P maps the range of A into itself.
///
///   z = P^{-1} r,  beta = <r, z> / <r, z>_old,  p = z + beta p,  alpha = <r, z> / <p, A p>,
///   x = x + alpha p,  r = r - alpha A p
///
/// with r = residual_, z = preconditioned_, p = direction_, A p = image_. One A, one P and three
/// inner products an iteration; besides A and P, 12 n flop and 112 n byte streamed from memory.
class ConjugateGradients {
 public:
  /// Vectors are allocated once. n_local: values on this rank.
  explicit ConjugateGradients(std::size_t n_local);

  /// x [n_local] holds the initial guess and receives the solution; rhs [n_local] is not changed;
  /// they must not overlap. All decisions depend on inner products only, hence are the same on all
  /// ranks. A zero rhs gives x = 0 without an iteration. Not converged: after max_iterations, or at
  /// once when a norm is not a number or A or P turns out not to be positive; x is then the last
  /// iterate. The tolerance and the report refer to `norm`, the square of |r| being norm(r, r).
  /// Throws base::Error if a vector has another length.
  SolveReport solve(Operator apply, Preconditioner precondition, InnerProduct inner,
                    InnerProduct norm, std::span<const double> rhs, std::span<double> x,
                    const Tolerance& tolerance);
  SolveReport solve(Operator apply, Preconditioner precondition, InnerProduct inner,
                    std::span<const double> rhs, std::span<double> x, const Tolerance& tolerance) {
    return solve(apply, precondition, inner, inner, rhs, x, tolerance);
  }

  /// Of `iterations` of them on n values, besides A and P.
  static constexpr kernels::Cost cost(double n_values, int iterations) {
    return {12.0 * n_values * iterations, 112.0 * n_values * iterations};
  }

 private:
  /// r = rhs - A x
  void compute_residual(Operator apply, std::span<const double> rhs, std::span<const double> x);
  /// p = z + beta p
  void turn_direction(double beta);
  /// x = x + alpha p, r = r - alpha A p, in one pass
  void step(double alpha, std::span<double> x);

  base::AlignedArray<double> residual_, preconditioned_, direction_, image_;
};

}  // namespace lobatto::krylov
