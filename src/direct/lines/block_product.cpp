#include "direct/lines/block_product.hpp"

#include "mesh/box_mesh.hpp"

namespace lobatto::direct {
namespace {

constexpr int longest_piece =
    64;  ///< LIBXSMM keeps its rate up to here; two operands of 64 x 64 fill 64 KiB

}  // namespace

BlockProduct::BlockProduct(int size, int n_lanes, std::size_t in_stride, std::size_t out_stride) {
  const int n_pieces = (size + longest_piece - 1) / longest_piece;
  for (int r = 0; r < n_pieces; ++r) {
    const int row = mesh::part_begin(size, n_pieces, r);
    const int n_rows = mesh::part_begin(size, n_pieces, r + 1) - row;
    for (int c = 0; c < n_pieces; ++c) {
      const int col = mesh::part_begin(size, n_pieces, c);
      const int n_cols = mesh::part_begin(size, n_pieces, c + 1) - col;
      // Column-major: the lanes are the rows of the product, the matrix stands transposed on the
      // right.
      const kernels::ContractionShape shape{.m = n_lanes,
                                            .n = n_rows,
                                            .k = n_cols,
                                            .lda = static_cast<int>(in_stride),
                                            .ldb = size,
                                            .ldc = static_cast<int>(out_stride),
                                            .accumulate = c > 0};
      pieces_.push_back({kernels::Contraction(shape), static_cast<std::size_t>(row) * size + col,
                         col * in_stride, row * out_stride});
    }
  }
}

void BlockProduct::operator()(const double* matrix, const double* in, double* out) const {
  for (const Piece& piece : pieces_) {
    piece.product(in + piece.in_offset, matrix + piece.matrix_offset, out + piece.out_offset);
  }
}

}  // namespace lobatto::direct
