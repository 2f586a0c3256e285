#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/periodic_faces.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// Checks that elements agree on where their shared nodes of geometry order are, to 1 % of the
/// shortest edge or what the file rounds away. `part` numbers this rank's elements without
/// periodicity. Throws base::Error on every rank with the two elements and the place: a side is
/// curved in one element and not, or otherwise, in another. Collective.
void check_shared_geometry(const MeshSlice& slice, const HexMesh& part,
                           const comm::Communicator& communicator);

/// The same for periodic faces, up to their translation.
void check_periodic_geometry(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                             const comm::Communicator& communicator);

}  // namespace lobatto::mesh
