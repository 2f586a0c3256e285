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

/// Elements as in the file and right-handed. Points, lines and faces are the same when they have
/// the same points, or when the periodic maps carry one into the other: pairs of faces identify
/// their lines and corners, one pair after another, so that one or two elements along a periodic
/// direction are enough. Names of boundaries that are periodic are left out. Ranks that know parts
/// of a thing meet at the rank_of_key of its points, so that memory and work, O(n log n), of a rank
/// are those of its slice. Collective.
///
/// Throws base::Error with file, element and position for: an element that is flat or has a point
/// twice; a face in more than two elements, or in one element but neither named nor periodic; a
/// boundary quad that is no face, or named twice; a periodic face without
/// partner, or partners that are neither a translation nor a rotation of each other, or of a second
/// rotation; elements that disagree on a
/// curved side that they share. On all ranks alike, and in the words that one rank would use.
ConnectedSlice connect_slice(MeshSlice slice, const comm::Communicator& communicator);

/// The whole mesh on one rank.
HexMesh connect(RawMesh raw);

}  // namespace lobatto::mesh
