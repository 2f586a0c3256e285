#include "accept/sparse/sparse_product.hpp"

namespace lobatto::accept {

void multiply(const SparseRows& matrix, const double* x, double* y) {
  const std::uint32_t* const offsets = matrix.offsets.data();
  const std::uint32_t* const columns = matrix.columns.data();
  const double* const values = matrix.values.data();
  for (std::size_t row = 0; row < matrix.n_rows(); ++row)
    y[row] = row_times(values, columns, offsets[row], offsets[row + 1], x);
}

}  // namespace lobatto::accept
