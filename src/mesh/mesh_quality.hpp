#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// Sizes and shapes of the elements of one rank. With the geometry x(r) of an element:
/// - scaled Jacobian: det(dx/dr) / (|x_r| |x_s| |x_t|) at its worst node; 1 for a box, not positive
///   where the element is folded;
/// - aspect ratio: the longest over the shortest of its twelve straight edges.
struct MeshQuality {
  struct Extreme {
    double value = 0.0;
    int element = 0;  ///< local
    std::array<double, 3> position{};
  };
  double volume = 0.0;
  std::array<double, 3> lower{}, upper{};  ///< of the nodes of the geometry
  Extreme scaled_jacobian;                 ///< the smallest
  Extreme aspect_ratio;                    ///< the largest
  Extreme shortest_edge, longest_edge;
};

/// Volumes by Gauss-Lobatto quadrature, exact for the geometry order. The mesh must have elements.
MeshQuality measure_quality(const HexMesh& mesh);

/// Faces and area of each boundary; areas by Gauss-Lobatto quadrature of order 3 g / 2, exact for
/// plane parallelograms. [boundary_names]
struct BoundarySize {
  long long n_faces = 0;
  double area = 0.0;
};
std::vector<BoundarySize> measure_boundaries(const HexMesh& mesh);

}  // namespace lobatto::mesh
