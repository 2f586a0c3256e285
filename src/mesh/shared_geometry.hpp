#pragma once

#include <span>

#include "mesh/hex_mesh.hpp"
#include "mesh/periodic_faces.hpp"

namespace lobatto::mesh {

/// Checks that elements agree on where their shared nodes of geometry order are, to 1 % of the
/// shortest edge or what the file rounds away. `mesh` is the numbering of `raw` without
/// periodicity. Throws base::Error with the two elements and the place: a side is curved in one
/// element and not, or otherwise, in another.
void check_shared_geometry(const RawMesh& raw, const HexMesh& mesh);

/// The same for periodic faces, up to their translation.
void check_periodic_geometry(const RawMesh& raw, const FaceSides& faces,
                             std::span<const PeriodicFacePair> pairs);

}  // namespace lobatto::mesh
