#pragma once

#include <array>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// Corners closer than this to a corner of an element are one point: 5 % of its shortest edge
/// there.
double corner_tolerance(const std::array<std::array<double, 3>, 8>& corners, int v);

/// The order of geometry that the curved sides need. Throws base::Error for sides of another kind.
int geometry_order_of(const Re2File& file);

/// Makes the coordinates of elements from their corners and curved sides, at mesh.geometry_order.
/// Throws base::Error for a side that cannot be as the file says.
void bend_elements(Re2File& file, RawMesh& mesh);

/// The name that a condition gives its boundary.
std::string boundary_name(const Re2Condition& condition);
/// Whether it gives one at all.
bool names_boundary(const Re2Condition& condition);

}  // namespace lobatto::mesh
