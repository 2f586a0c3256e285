#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "precond/coarse/elimination_plan.hpp"
#include "precond/coarse/vertex_rows.hpp"

namespace lobatto::precond {

/// The Cholesky factor of a sparse symmetric positive definite matrix, A(order, order) = L L^T, by
/// the multifrontal method (Duff and Reid, ACM Trans. Math. Softw. 9 (1983)). Front by front, from
/// the leaves of the elimination tree to its root,
///
///   F = ( A_11  .  )  +  sum of the children's U,   A_11 + ... = L_11 L_11^T,
///       ( A_21  0  )
///   L_21 = F_21 L_11^-T,   U = F_22 - L_21 L_21^T,
///
/// with dense matrices in the hands of BLAS and LAPACK. The work of the factorization in three
/// dimensions grows as n^2, that of a solve as the n^(4/3) entries of L.
class SupernodalFactor {
 public:
  /// Of the leading n x n block of all rows. Throws base::Error if the matrix is not positive
  /// definite or has more than 2^31 - 1 entries, std::bad_alloc where memory is short.
  SupernodalFactor(const VertexRows& rows, std::size_t n);
  /// Of all rows, whose pattern the plan was made for.
  SupernodalFactor(EliminationPlan plan, const VertexRows& rows);

  /// values [n], in place. Allocates nothing.
  void solve(std::span<double> values);

  [[nodiscard]] const EliminationPlan& plan() const { return plan_; }
  /// Of a supernode: [n_columns][n_rows], L_11 (its lower triangle) and L_21.
  [[nodiscard]] const double* panel(std::size_t supernode) const {
    return panels_.data() + offsets_[supernode];
  }

 private:
  class Fronts;
  [[nodiscard]] double* panel(std::size_t supernode) {
    return panels_.data() + offsets_[supernode];
  }
  void solve_forward();
  void solve_backward();

  EliminationPlan plan_;
  std::vector<std::size_t> offsets_;  ///< [supernodes + 1]
  base::AlignedArray<double> panels_;
  base::AlignedArray<double> values_;  ///< [n] in the order of elimination
  base::AlignedArray<double> below_;   ///< those of the rows below a supernode
};

}  // namespace lobatto::precond
