#pragma once

#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/cost.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

/// Of one field on one element in cache.
constexpr Cost element_filter_cost(double n) { return {6 * n * cube(n), 0.0}; }

/// (F (x) F (x) F) u for one n x n matrix. Holds its workspace: one object a thread.
class ElementFilter {
 public:
  /// Copies the matrix, [n][n], row-major.
  ElementFilter(int n, std::span<const double> matrix);

  [[nodiscard]] int n() const { return n_; }
  /// u, out [n][n][n]; out may be u.
  void operator()(const double* u, double* out);

 private:
  int n_;
  std::vector<double> matrix_, transposed_;
  ElementProducts products_;
  base::AlignedArray<double> x_done_, y_done_;
};

}  // namespace lobatto::kernels
