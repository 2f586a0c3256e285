#pragma once

#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// The whole mesh on one rank, elements as in the file and right-handed. Points, lines and faces
/// are the same when they have the same points, or when the periodic maps carry one into the other:
/// pairs of faces identify their lines and corners, one pair after another, so that one or two
/// elements along a periodic direction are enough. Names of boundaries that are periodic are left
/// out. O(n log n).
///
/// Throws base::Error with file, element and position for: an element that is flat or has a point
/// twice; a face in more than two elements, or in one element but neither named nor periodic; a
/// boundary quad that is no face, or inside the domain, or named twice; a periodic face without
/// partner, or partners that are not a translation of each other; elements that disagree on a
/// curved side that they share.
HexMesh connect(RawMesh raw);

}  // namespace lobatto::mesh
