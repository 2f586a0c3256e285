#pragma once

#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/cost.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

/// Of one field on one element in cache.
constexpr Cost element_filter_cost(const ElementShape& shape) {
  return {shape.product_flops(), 0.0};
}

/// (F (x) F (x) F) u for one n x n matrix, in a plane (F (x) F) u. Holds its workspace: one object
/// a thread.
class ElementFilter {
 public:
  /// Copies the matrix, [n][n], row-major.
  ElementFilter(const ElementShape& shape, std::span<const double> matrix);

  [[nodiscard]] const ElementShape& shape() const { return shape_; }
  /// u, out [k][j][i]; out may be u.
  void operator()(const double* u, double* out);

 private:
  ElementShape shape_;
  std::vector<double> matrix_, transposed_;
  ElementProducts products_;
  base::AlignedArray<double> x_done_, y_done_;
};

}  // namespace lobatto::kernels
