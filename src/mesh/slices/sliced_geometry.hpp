#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/slices/mesh_slice.hpp"
#include "mesh/slices/sliced_pairs.hpp"

namespace lobatto::mesh {

/// check_shared_geometry over slices; `part` numbers this rank's elements without periodicity.
/// Throws base::Error on every rank. Collective.
void check_sliced_geometry(const MeshSlice& slice, const HexMesh& part,
                           const comm::Communicator& communicator);

/// The same for periodic faces, up to their translation.
void check_sliced_pairs(const MeshSlice& slice, std::span<const SlicedPair> pairs,
                        const comm::Communicator& communicator);

}  // namespace lobatto::mesh
