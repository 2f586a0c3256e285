#pragma once

#include <cstddef>
#include <memory>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// Memory and message buffers for tensor solvers that never run at the same time. Buffers grow to
/// the largest need; the exchanges are made for one mesh, with room for any boundary conditions,
/// and serve all solvers on it, which treat its lines alike.
class Workspace {
 public:
  /// flops_per_byte: by which solvers choose how they treat a line, see choose_line.
  explicit Workspace(double flops_per_byte = 1) : flops_per_byte_(flops_per_byte) {}
  [[nodiscard]] double flops_per_byte() const { return flops_per_byte_; }

  struct Buffers {
    base::AlignedArray<double>
        modes;  ///< the field after the x transform: about 0.7 of a field at order 7
    base::AlignedArray<double> slab;    ///< a row of element columns as x lines
    base::AlignedArray<double> column;  ///< one element column
    base::AlignedArray<double> plane;   ///< one plane of y and z nodes
    base::AlignedArray<double> lines;   ///< one plane of y modes and z nodes
    base::AlignedArray<double> slabs;   ///< this rank's part of all lines, while their ends travel
    base::AlignedArray<double> scratch;
  };
  Buffers buffers;

  /// At least n values; what they held is lost when the buffer grows.
  static void reserve(base::AlignedArray<double>& buffer, std::size_t n) {
    if (buffer.size() < n) buffer = base::AlignedArray<double>(n);
  }

  /// The exchanges of a mesh; those of the last call again when the mesh is the same. Collective.
  std::shared_ptr<PencilExchanges> exchanges(const mesh::BoxMesh& mesh,
                                             const comm::Communicator& communicator) {
    const PencilShape shape(mesh);
    if (!exchanges_ || exchanges_->shape() != shape)
      exchanges_ = std::make_shared<PencilExchanges>(shape, communicator);
    return exchanges_;
  }

 private:
  double flops_per_byte_;
  std::shared_ptr<PencilExchanges> exchanges_;
};

}  // namespace lobatto::direct
