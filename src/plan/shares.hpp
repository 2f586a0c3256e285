#pragma once

#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "kernels/element_shape.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/rank_grid.hpp"
#include "plan/grounds.hpp"
#include "space/function_space.hpp"

namespace lobatto::plan {

/// How large a mesh is, over all ranks; in floating point, so that nothing overflows.
struct MeshSize {
  double n_elements = 0;
  double n_points = 0;    ///< nodes of all elements
  double n_unknowns = 0;  ///< nodes that elements share counted once: unknowns of a field
};

/// Of an element of the case's mesh.
kernels::ElementShape element_shape(const cases::Case& the_case);

/// Of the box of a case, which is not made for it.
MeshSize box_size(const cases::Case& the_case);

/// Of any mesh; unknowns of a mesh from a file as their global numbers tell. Collective.
MeshSize mesh_size(const cases::Case& the_case, const space::FunctionSpace& space);

/// How the elements of a mesh are shared out.
struct ElementShares {
  int n_ranks = 1;
  mesh::RankGrid grid;    ///< of a box
  double n_elements = 0;  ///< of all ranks
  double n_own = 0;       ///< of this rank
  std::string text;       ///< "a grid of 1 x 2 x 2, at most 128 elements per rank"
};
/// Of a box whose ranks share it so.
ElementShares box_shares(const cases::Case& the_case, const mesh::RankGrid& grid, int rank);
/// Of a box as if it had no solids. Throws base::Error when there are more ranks than elements.
ElementShares box_shares(const cases::Case& the_case, int rank, const Grounds& grounds);
/// Of a mesh from a file. Collective.
ElementShares file_shares(const mesh::HexMesh& mesh, const comm::Communicator& communicator);

}  // namespace lobatto::plan
