#include "kernels/products/element_filter.hpp"

namespace lobatto::kernels {

ElementFilter::ElementFilter(int n, std::span<const double> matrix)
    : n_(n),
      matrix_(matrix.begin(), matrix.end()),
      transposed_(matrix.size()),
      products_(n, false),
      x_done_(matrix.size() * static_cast<std::size_t>(n)),
      y_done_(x_done_.size()) {
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l) transposed_[l * n + i] = matrix_[i * n + l];
}

void ElementFilter::operator()(const double* u, double* out) {
  products_.along_x(transposed_.data(), u, x_done_.data());
  products_.along_y(matrix_.data(), x_done_.data(), y_done_.data());
  products_.along_z(matrix_.data(), y_done_.data(), out);
}

}  // namespace lobatto::kernels
