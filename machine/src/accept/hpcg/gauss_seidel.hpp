#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accept/sparse/row_runs.hpp"

namespace lobatto::accept {

/// One symmetric Gauss-Seidel step for A x = rhs, plain to read: each row is solved for its own
/// unknown, from the first to the last and back. x is read and written. 4 flop and 24 byte per
/// entry.
void symmetric_gauss_seidel_reference(const SparseRows& matrix, std::span<const double> rhs,
                                      std::span<double> x);

/// A = L + D + U. The entries next to the diagonal stand by themselves: they multiply what has just
/// been solved for, which a sweep keeps in a register, so that a row waits for the one before it
/// with two operations and not with a whole sum.
struct TriangularParts {
  explicit TriangularParts(const SparseRows& matrix);
  void replace_diagonal(std::span<const double> diagonal);

  RowRuns lower, upper;               ///< L and U but for:
  std::vector<double> before, after;  ///< L_{i,i-1} and U_{i,i+1}, or 0
  std::vector<double> inverse_diagonal;

 private:
  struct Sorted;
  explicit TriangularParts(Sorted&& sorted);
};

/// The same step for less memory traffic. The forward sweep leaves s, the backward sweep needs no
/// L:
///   (L + D) x' = rhs - U x,  s = rhs - L x',  (D + U) x'' = s,
/// since D x' + U x = s. From x = 0 a whole step reads each entry once, else U twice and L once,
/// where the plain one reads both twice. All vectors [n_rows]; they must not overlap.

/// From x = 0, forwards.
void sweep_forward_from_zero(const TriangularParts& parts, std::span<const double> rhs,
                             std::span<double> x, std::span<double> s);
/// From x, forwards; s may be the right-hand side.
void sweep_forward(const TriangularParts& parts, std::span<const double> rhs, std::span<double> x,
                   std::span<double> s);
/// Backwards, after either of them.
void sweep_backward(const TriangularParts& parts, std::span<double> x, std::span<const double> s);
/// The same after sweep_forward_from_zero; s becomes x' - x''. Then rhs - A x'' = L (x' - x'').
void sweep_backward_with_change(const TriangularParts& parts, std::span<double> x,
                                std::span<double> s);
/// y[n] = (L x)[rows[n]]
void lower_product_of_rows(const TriangularParts& parts, std::span<const std::uint32_t> rows,
                           std::span<const double> x, std::span<double> y);

}  // namespace lobatto::accept
