#pragma once

#include <cstddef>
#include <vector>

#include "kernels/products/contraction.hpp"

namespace lobatto::direct {

/// out [size][out_stride] = A in [size][in_stride] for a square matrix A and n_lanes contiguous
/// lanes: small products side by side, so that the pieces of A and of the lanes stay in the
/// first-level cache. 2 size^2 n_lanes flop.
class BlockProduct {
 public:
  BlockProduct(int size, int n_lanes, std::size_t in_stride, std::size_t out_stride);

  /// matrix [size][size]: row of the result, row of the operand.
  void operator()(const double* matrix, const double* in, double* out) const;

 private:
  struct Piece {
    kernels::Contraction product;
    std::size_t matrix_offset, in_offset, out_offset;
  };
  std::vector<Piece> pieces_;
};

}  // namespace lobatto::direct
