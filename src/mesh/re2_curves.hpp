#pragma once

#include <vector>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// The curved sides of an element of a mesh, as .re2 files have them, for element number `element`
/// from 0: faces on spheres, lines that are parabolas, else arcs of circles in x and y. A line that
/// is neither becomes the parabola through its middle.
std::vector<Re2Curve> re2_curves(const RawMesh& mesh, std::size_t e, int element);

}  // namespace lobatto::mesh
