#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "mesh/formats/re2_file.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// The ends of Nek5000's edges: around the bottom, around the top, upwards.
inline constexpr int nek_edges[12][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7},
                                         {7, 6}, {6, 4}, {0, 4}, {1, 5}, {3, 7}, {2, 6}};

/// The order of geometry that the curved sides need. Throws base::Error for sides of another kind.
int geometry_order_of(const Re2File& file);

/// Makes the coordinates of elements from their corners and curved sides, at mesh.geometry_order.
/// Throws base::Error for a side that cannot be as the file says.
void bend_elements(Re2File& file, RawMesh& mesh);

}  // namespace lobatto::mesh
