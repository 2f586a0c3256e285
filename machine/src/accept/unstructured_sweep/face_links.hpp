#pragma once

#include <array>
#include <map>
#include <vector>

#include "accept/unstructured_sweep/hex_mesh.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// What is on the other side of a face of an element; nothing at the boundary.
struct FaceLink {
  int element = -1;  ///< of this rank
  int shared = -1;   ///< place among the faces shared with `rank`, the same there
  int rank = -1;
  /// Of each corner of this face: its corner of the other element, or its place on a shared face.
  std::array<std::size_t, n_face_corners> corners{};
  /// Area times mean normal, outwards; exactly the opposite on the other side.
  Vector area{};
};

struct SharedFace {
  int element = -1;
  std::array<std::size_t, n_face_corners> corners{};  ///< by increasing numbers of vertices
};

/// How the hexahedra of all ranks hang together.
struct FaceLinks {
  /// Collective.
  FaceLinks(const HexMesh& mesh, const comm::Communicator& communicator);

  std::vector<std::array<FaceLink, n_faces>> links;  ///< [element]
  std::map<int, std::vector<SharedFace>> shared;     ///< by rank, in the same order there
};

}  // namespace lobatto::accept
