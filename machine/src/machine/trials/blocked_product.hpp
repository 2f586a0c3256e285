#pragma once

#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::machine {

/// C = A B for large square matrices, as DGEMM and SGEMM do it: the operands are copied into square
/// blocks, which generated small products multiply while they are in cache. All matrices [n][n]
/// column-major, n a multiple of block. 2 n^3 flop.
template <class Real>
class BlockedProduct {
 public:
  static constexpr int block = 64;

  explicit BlockedProduct(int n);

  /// c must not overlap a or b.
  void operator()(const Real* a, const Real* b, Real* c);

 private:
  [[nodiscard]] Real* at(base::AlignedArray<Real>& blocks, int row, int column) const;
  void pack(const Real* matrix, base::AlignedArray<Real>& blocks) const;
  void unpack(const base::AlignedArray<Real>& blocks, Real* matrix) const;

  int n_, n_blocks_;
  kernels::BasicContraction<Real> first_, next_;
  base::AlignedArray<Real> a_, b_, c_;
};

}  // namespace lobatto::machine
