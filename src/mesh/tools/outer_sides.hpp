#pragma once

#include <cstdint>
#include <vector>

#include "mesh/raw_mesh.hpp"
#include "mesh/slices/periodic_faces.hpp"

namespace lobatto::mesh {

/// A side of an element on a boundary; side = 6 element + face.
struct NamedSide {
  std::int64_t side = 0;
  int boundary = 0;  ///< index into RawMesh::boundary_names
};

/// What the outside of a mesh is made of, for those who write meshes. Quadrilaterals between
/// elements, as around the solids of a .re2 file, are left out, and so are names of periodic sides.
struct OuterSides {
  std::vector<NamedSide> named;         ///< in the order of the quadrilaterals
  std::vector<NamedSide> second_names;  ///< further boundaries of these sides
  std::vector<PeriodicFacePair> periodic;
};

OuterSides outer_sides(const RawMesh& mesh);

/// Numbers [n_elements][n][n][n] of the nodes of an order, without gaps: those that elements share
/// are the same, those that periodicity identifies are not. Sides may lack a name. Throws
/// base::Error where elements do not fit together, as connect() does.
std::vector<std::int64_t> node_numbers(const RawMesh& mesh, int order);

}  // namespace lobatto::mesh
