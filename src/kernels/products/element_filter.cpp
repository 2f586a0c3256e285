#include "kernels/products/element_filter.hpp"

namespace lobatto::kernels {

ElementFilter::ElementFilter(const ElementShape& shape, std::span<const double> matrix)
    : shape_(shape),
      matrix_(matrix.begin(), matrix.end()),
      transposed_(matrix.size()),
      products_(shape, false),
      x_done_(shape.size()),
      y_done_(x_done_.size()) {
  const int n = shape.n;
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l) transposed_[l * n + i] = matrix_[i * n + l];
}

void ElementFilter::operator()(const double* u, double* out) {
  products_.along_x(transposed_.data(), u, x_done_.data());
  if (shape_.is_plane()) return products_.along_y(matrix_.data(), x_done_.data(), out);
  products_.along_y(matrix_.data(), x_done_.data(), y_done_.data());
  products_.along_z(matrix_.data(), y_done_.data(), out);
}

}  // namespace lobatto::kernels
