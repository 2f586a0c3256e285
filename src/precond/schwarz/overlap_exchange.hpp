#pragma once

#include <cstdint>

#include "base/aligned_array.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/batches/element_batches.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// Values on the layers of nodes next to the faces of the elements, in batches of elements
/// [batch][face][b][a][lane] with the nodes of a face as in space::face_node_offsets, and what the
/// neighbours have there. The layer of a face is the one next to it inside the element; seen from
/// the neighbour it is the first one beyond the face.
template <class Real>
class OverlapExchange {
 public:
  /// Collective.
  OverlapExchange(const space::FunctionSpace& space, const kernels::ElementBatches& batches);

  [[nodiscard]] std::size_t layer_size() const { return layer_size_; }
  /// [b][a][lane]
  [[nodiscard]] Real* layer(int batch, int face) {
    return layers_.data() +
           (static_cast<std::size_t>(batch) * n_faces_ + face) * layer_size_ * lanes_;
  }
  /// Adds to each layer that of the neighbour across the face, where there is one. Collective.
  void add_neighbours() {
    add_begin();
    add_finish();
  }
  /// The same in two halves: after begin, elements without values of other ranks have it all. Both
  /// collective.
  void add_begin() {
    gather_scatter_.add_begin(std::span<Real>(layers_));
    gather_scatter_.add_within(std::span<Real>(layers_));
  }
  void progress() const { gather_scatter_.progress(); }
  void add_finish() { gather_scatter_.add_finish(std::span<Real>(layers_)); }

 private:
  std::size_t n_faces_, layer_size_;
  int lanes_;
  base::AlignedArray<Real> layers_;
  gs::GatherScatter gather_scatter_;
};

}  // namespace lobatto::precond
