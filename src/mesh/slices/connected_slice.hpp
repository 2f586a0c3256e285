#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// The elements of a slice as a part of the whole mesh, in the order of the file.
struct ConnectedSlice {
  HexMesh part;
  /// [n_local] numbers of the elements across the faces, also through periodic boundaries; -1 at
  /// the boundary.
  std::vector<std::array<std::int64_t, 6>> neighbours;
  std::vector<std::int64_t> first_element;  ///< [n_ranks + 1] numbers of the first of each rank

  [[nodiscard]] int rank_of_element(std::int64_t element) const {
    return rank_of_slice(first_element, element);
  }
};

/// connect() over slices: ids have other values than there, but two things have the same id here if
/// and only if they have there, and what it refuses is refused here in the same words. Ranks that
/// know parts of a thing meet at the rank_of_key of its points, so that memory and work of a rank
/// are those of its slice. Collective.
ConnectedSlice connect_slice(MeshSlice slice, const comm::Communicator& communicator);

}  // namespace lobatto::mesh
