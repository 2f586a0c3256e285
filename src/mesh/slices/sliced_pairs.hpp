#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "mesh/slices/face_directory.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// Two sides that are the same face through periodicity; on the rank that has the slave.
struct SlicedPair {
  std::int64_t slave = -1, master = -1;  ///< sides, 6 element + face, in the whole mesh
  std::int64_t order = 0;                ///< in which a single rank would meet the pairs
  Key<4> corners{};                      ///< ids [b][a] of the slave, by its element,
  Key<4> images{};                       ///< and where they are carried
  Key<4> master_corners{};               ///< of the master, by its element
};

/// pair_periodic_faces over slices: the pairs whose slaves this rank has, by order. Throws
/// base::Error on every rank with the text of that function. Collective.
std::vector<SlicedPair> pair_sliced_faces(const MeshSlice& slice, const FaceDirectory& faces,
                                          const comm::Communicator& communicator);

}  // namespace lobatto::mesh
