#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/hex_mesh.hpp"

namespace lobatto::predict {

/// A mesh from a file as METIS shares it out to so many ranks, and what these have in common. The
/// ranks of a run with METIS have the same elements.
class MeshPartition {
 public:
  /// Vertices, lines and faces of elements that a rank has in common with another.
  struct Common {
    int partner = 0;
    std::int64_t n_vertices = 0, n_lines = 0, n_faces = 0;
  };

  /// whole: all elements of the mesh. Throws base::Error when there are more ranks than elements.
  /// O(n_elements log n_elements) work.
  MeshPartition(const mesh::HexMesh& whole, int n_ranks);

  [[nodiscard]] int n_elements(int rank) const { return n_elements_[rank]; }
  /// Partners in the order of their ranks.
  [[nodiscard]] std::span<const Common> common(int rank) const { return common_[rank]; }

 private:
  std::vector<int> n_elements_;
  std::vector<std::vector<Common>> common_;
};

}  // namespace lobatto::predict
