#include "machine/trials/blocked_product.hpp"

#include <algorithm>

namespace lobatto::machine {

template <class Real>
BlockedProduct<Real>::BlockedProduct(int n)
    : n_(n),
      n_blocks_(n / block),
      first_(kernels::ContractionShape::packed(block, block, block)),
      next_(kernels::ContractionShape::packed(block, block, block, true)),
      a_(static_cast<std::size_t>(n) * n),
      b_(a_.size()),
      c_(a_.size()) {}

template <class Real>
Real* BlockedProduct<Real>::at(base::AlignedArray<Real>& blocks, int row, int column) const {
  return blocks.data() + (static_cast<std::size_t>(column) * n_blocks_ + row) * block * block;
}

template <class Real>
void BlockedProduct<Real>::pack(const Real* matrix, base::AlignedArray<Real>& blocks) const {
  Real* to = blocks.data();
  for (int column = 0; column < n_; column += block)
    for (int row = 0; row < n_; row += block)
      for (int j = column; j < column + block; ++j)
        to = std::copy_n(matrix + static_cast<std::size_t>(j) * n_ + row, block, to);
}

template <class Real>
void BlockedProduct<Real>::unpack(const base::AlignedArray<Real>& blocks, Real* matrix) const {
  const Real* from = blocks.data();
  for (int column = 0; column < n_; column += block)
    for (int row = 0; row < n_; row += block)
      for (int j = column; j < column + block; ++j, from += block)
        std::copy_n(from, block, matrix + static_cast<std::size_t>(j) * n_ + row);
}

template <class Real>
void BlockedProduct<Real>::operator()(const Real* a, const Real* b, Real* c) {
  pack(a, a_);
  pack(b, b_);
  for (int column = 0; column < n_blocks_; ++column)
    for (int row = 0; row < n_blocks_; ++row)
      for (int k = 0; k < n_blocks_; ++k)
        (k == 0 ? first_ : next_)(at(a_, row, k), at(b_, k, column), at(c_, row, column));
  unpack(c_, c);
}

template class BlockedProduct<double>;
template class BlockedProduct<float>;

}  // namespace lobatto::machine
