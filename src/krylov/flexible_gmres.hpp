#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "krylov/hessenberg_least_squares.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// Generalised minimal residuals with a preconditioner on the right that may change from one
/// iteration to the next; Saad, SIAM J. Sci. Comput. 14 (1993), algorithm 2.2.
///
///   r = rhs - A x,  v_0 = r / |r|,
///   z_j = P_j^{-1} v_j,  w = A z_j,  h_ij = <v_i, w>,  w = w - sum_i h_ij v_i,
///   h_{j+1,j} = |w|,  v_{j+1} = w / |w|,
///   x = x + sum_j y_j z_j  with y that minimises | |r| e_1 - H y |
///
/// with v = basis_, z = directions_; from r again after `restart` directions. The v are made
/// orthogonal by classical Gram-Schmidt, all products of an iteration and <w, w> in one collective,
/// |w| after it by Pythagoras. Only where that would cost orthogonality it is done a second time
/// (after Daniel, Gragg, Kaufman & Stewart, Math. Comp. 30 (1976), but for what has been lost so
/// far, not for each w alone: a good preconditioner makes every w fall).
///
/// Iteration j = 0, 1, ...: one A, one P, one collective, (4 j + 8) n flop and (16 j + 48) n byte
/// streamed from memory; after k of them 2 k n flop and (8 k + 16) n byte for x. Memory: 16 n byte
/// for each iteration that the longest solve so far needed between two restarts.
class FlexibleGmres {
 public:
  /// n_local: values on this rank. Allocates vectors only when a solve first needs them.
  /// Throws base::Error if restart is not positive.
  FlexibleGmres(std::size_t n_local, int restart);

  /// x [n_local] holds the initial guess and receives the solution; rhs [n_local] is not changed;
  /// they must not overlap. A need not be symmetric; a singular system must be consistent, and what
  /// A and P put into the null space is not taken out of x. All decisions depend on inner products
  /// only, hence are the same on all ranks. A zero rhs gives x = 0 without an iteration.
  ///
  /// The residual in the report is the one that the rotations carry along, and that is also what
  /// decides on convergence; it is computed afresh at a restart and where it came out as zero. Not
  /// converged: after max_iterations over all restarts, after a restart that did not lower the
  /// residual, or at once when the directions are exhausted or a product is not a number; x is then
  /// the best so far. Throws base::Error if a vector has another length.
  SolveReport solve(Operator apply, Preconditioner precondition, const WeightedInner& inner,
                    std::span<const double> rhs, std::span<double> x, const Tolerance& tolerance);

 private:
  struct Problem {
    Operator apply;
    Preconditioner precondition;
    const WeightedInner& inner;
    std::span<const double> rhs;
  };
  /// v_0 = rhs - A x; returns its norm.
  double compute_residual(const Problem& problem, std::span<const double> x);
  /// Up to `restart` iterations from v_0 = r and the change of x; false if they cannot go on.
  bool run_cycle(const Problem& problem, std::span<double> x, double target, int max_iterations,
                 SolveReport& report);
  /// z_j, w = A z_j, column j of H in column_, v_{j+1}
  void extend_basis(const Problem& problem, std::size_t j);
  /// Column j of H from w = v_{j+1}, which is made orthogonal to v_0 ... v_j and of norm 1.
  void orthogonalise(const WeightedInner& inner, std::size_t j);
  /// products_ = <v_0, w> ... <v_j, w>, <w, w>; returns |w - sum_i <v_i, w> v_i|^2.
  double project(const WeightedInner& inner, std::size_t j);
  /// w = (w - sum_i products_i v_i) factor
  void subtract_projection(std::size_t j, double factor);
  void provide_vectors(std::size_t n_iterations);

  std::size_t n_local_;
  std::size_t restart_;
  std::vector<base::AlignedArray<double>> basis_, directions_;
  std::vector<const double*> basis_views_, direction_views_;
  HessenbergLeastSquares squares_;
  std::vector<double> column_, products_, factors_;
  double orthogonality_loss_ = 0;  ///< estimate of max |<v_i, v_j> - delta_ij|
};

}  // namespace lobatto::krylov
