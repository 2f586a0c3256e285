#include "krylov/hessenberg_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lobatto::krylov {

HessenbergLeastSquares::HessenbergLeastSquares(std::size_t max_columns)
    : rotations_(max_columns),
      triangle_(max_columns * max_columns),
      rhs_(max_columns + 1),
      solution_(max_columns) {}

void HessenbergLeastSquares::start(double beta) {
  n_columns_ = 0;
  rhs_[0] = beta;
}

bool HessenbergLeastSquares::add_column(std::span<const double> column) {
  const std::size_t n = n_columns_;
  double largest = 0;
  for (const double entry : column) largest = std::max(largest, std::abs(entry));

  std::copy_n(column.begin(), n + 1, &triangle(0, n));
  for (std::size_t i = 0; i < n; ++i) rotations_[i].apply(triangle(i, n), triangle(i + 1, n));
  const double diagonal = std::hypot(triangle(n, n), column[n + 1]);
  // Written so that it refuses what is not a number and what is not finite.
  if (!(diagonal > 8 * std::numeric_limits<double>::epsilon() * largest)) return false;

  rotations_[n] = PlaneRotation::to_first(triangle(n, n), column[n + 1]);
  triangle(n, n) = diagonal;
  rhs_[n + 1] = 0;
  rotations_[n].apply(rhs_[n], rhs_[n + 1]);
  ++n_columns_;
  return true;
}

double HessenbergLeastSquares::residual() const { return std::abs(rhs_[n_columns_]); }

std::span<const double> HessenbergLeastSquares::solve() {
  for (std::size_t i = n_columns_; i-- > 0;) {
    double sum = rhs_[i];
    for (std::size_t j = i + 1; j < n_columns_; ++j) sum -= triangle(i, j) * solution_[j];
    solution_[i] = sum / triangle(i, i);
  }
  return {solution_.data(), n_columns_};
}

}  // namespace lobatto::krylov
