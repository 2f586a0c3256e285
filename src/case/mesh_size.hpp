#pragma once

#include "case/case.hpp"
#include "space/function_space.hpp"

namespace lobatto::cases {

/// How large a mesh is, over all ranks; in floating point, so that nothing overflows.
struct MeshSize {
  double n_elements = 0;
  double n_points = 0;    ///< nodes of all elements
  double n_unknowns = 0;  ///< nodes that elements share counted once: unknowns of a field
};

/// Of the box of a case, which is not made for it.
MeshSize box_size(const Case& the_case);

/// Of any mesh; unknowns of a mesh from a file as their global numbers tell. Collective.
MeshSize mesh_size(const Case& the_case, const space::FunctionSpace& space);

}  // namespace lobatto::cases
