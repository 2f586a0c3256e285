#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "krylov/plane_rotation.hpp"

namespace lobatto::krylov {

/// min_y |beta e_1 - H y| for an upper Hessenberg matrix H [n + 1][n] that arrives column by
/// column, by Givens rotations; Saad & Schultz, SIAM J. Sci. Stat. Comput. 7 (1986), section 3.2.
/// The norm of the residual is known after every column, y only when asked for.
class HessenbergLeastSquares {
 public:
  explicit HessenbergLeastSquares(std::size_t max_columns);

  /// Forgets all columns.
  void start(double beta);

  /// column [n + 2] for n columns so far. Refuses, returns false and stays as it was, if with this
  /// column H would be singular to round-off or if it holds what is not a number.
  bool add_column(std::span<const double> column);

  [[nodiscard]] std::size_t n_columns() const { return n_columns_; }
  /// |beta e_1 - H y| for the best y
  [[nodiscard]] double residual() const;
  /// The best y [n_columns], valid until the next change.
  std::span<const double> solve();

 private:
  double& triangle(std::size_t i, std::size_t j) { return triangle_[j * rotations_.size() + i]; }

  std::size_t n_columns_ = 0;
  std::vector<PlaneRotation> rotations_;
  std::vector<double> triangle_;  ///< the rotated H, by columns
  std::vector<double> rhs_;       ///< the rotated beta e_1, one longer
  std::vector<double> solution_;
};

}  // namespace lobatto::krylov
