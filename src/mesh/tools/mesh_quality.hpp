#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"
#include "poly/matrix.hpp"

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

/// det(dx/dr) / (|x_r| |x_s| |x_t|) of elements: 1 for a box, not positive where one is folded.
class ScaledJacobian {
 public:
  /// Of a geometry order g: looked at where measure_quality looks, at the nodes of a quadrature
  /// that integrates the Jacobian exactly.
  explicit ScaledJacobian(int geometry_order);

  /// The smallest of an element with coordinates [x, y, z][g + 1][g + 1][g + 1]; 72 n^4 flop for
  /// n of these nodes.
  [[nodiscard]] double smallest(const double* coordinates) const;

 private:
  int n_ = 0;  ///< g + 1
  poly::Matrix value_, derivative_;
};

/// The smallest of all elements, and the mean of the smallest of each. The mesh must have elements.
struct ScaledJacobians {
  double smallest = 0.0, mean = 0.0;
};
ScaledJacobians scaled_jacobians(const RawMesh& mesh);

}  // namespace lobatto::mesh
