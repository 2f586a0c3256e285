#pragma once

#include <vector>

#include "direct/tensor_work.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// A box as TensorSolver goes through it: its x, y and z are the directions of the mesh up to the
/// last one (mesh::directions_up_to). So z is the direction that may be condensed and whose slabs
/// ranks hold, whatever it is called outside. Ranks keep their numbers; only elements keep the
/// order of their nodes, see ColumnSlab and ColumnTranspose.
mesh::BoxMesh in_solver_frame(const mesh::BoxMesh& mesh);
/// What there is of the three directions.
template <class T>
std::array<T, 3> in_solver_frame(const std::array<T, 3>& of_directions, int last) {
  const auto [first, second, third] = mesh::directions_up_to(last);
  return {of_directions[first], of_directions[second], of_directions[third]};
}
mesh::RankGrid in_solver_frame(const mesh::RankGrid& grid);
mesh::ElementRange in_solver_frame(const mesh::ElementRange& range, int last);

/// The element columns of a rank, column = (z - z_begin) * n_y + (y - y_begin), in the order in
/// which TensorSolver takes their right-hand sides: the rows of its x pass one after another.
/// local, last: of the mesh itself.
std::vector<int> column_order(const mesh::ElementRange& local, int last);

}  // namespace lobatto::direct
