#pragma once

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Makes all elements of a connected part of a mesh of one handedness, that of most of them, by how
/// they meet at faces and not by their shape: an element that is inverted stays so, with a negative
/// Jacobian. make_right_handed() takes such an element for a left-handed one.
void orient_alike(RawMesh& mesh);

}  // namespace lobatto::mesh
