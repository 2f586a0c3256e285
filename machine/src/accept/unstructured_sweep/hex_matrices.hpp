#pragma once

#include "accept/unstructured_sweep/hex_mesh.hpp"

namespace lobatto::accept {

/// What discontinuous elements need of a hexahedron: v_i is 1 at corner i, 0 at the others, and
/// trilinear along the element's own directions. Exact: 3 Gauss points per direction integrate all
/// of these polynomials.
struct HexMatrices {
  using Matrix = std::array<std::array<double, n_corners>, n_corners>;
  using FaceMatrix = std::array<std::array<double, n_face_corners>, n_face_corners>;

  explicit HexMatrices(const std::array<Vector, n_corners>& places);

  Matrix mass{};                                           ///< int v_i v_j
  std::array<Matrix, 3> gradients{};                       ///< int (dv_i/dx_d) v_j
  std::array<std::array<FaceMatrix, 3>, n_faces> faces{};  ///< int v_i v_j n_d, n outwards
  [[nodiscard]] double volume() const;
};

}  // namespace lobatto::accept
