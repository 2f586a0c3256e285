#pragma once

#include <cstdint>
#include <span>

#include "base/aligned_array.hpp"
#include "gs/gather_scatter.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// Values on the layers of nodes next to the faces of the elements, [element][face][b][a] with the
/// nodes of a face as in space::face_node_offsets, and what the neighbours have there. The layer of
/// a face is the one next to it inside the element; seen from the neighbour it is the first one
/// beyond the face.
template <class Real>
class OverlapExchange {
 public:
  /// Collective.
  explicit OverlapExchange(const space::FunctionSpace& space);

  [[nodiscard]] std::size_t layer_size() const { return layer_size_; }  ///< n * n
  [[nodiscard]] Real* layer(int e, int face) {
    return layers_.data() + (static_cast<std::size_t>(e) * mesh::n_faces + face) * layer_size_;
  }
  /// Replaces each layer by that of the neighbour across the face, zero where there is none.
  /// Collective.
  void exchange();

 private:
  std::size_t layer_size_;
  base::AlignedArray<Real> layers_, own_;
  gs::GatherScatter gather_scatter_;
};

}  // namespace lobatto::precond
