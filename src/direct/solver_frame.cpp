#include "direct/solver_frame.hpp"

namespace lobatto::direct {

mesh::RankGrid in_solver_frame(const mesh::RankGrid& grid) {
  const auto [n_x, n_y, n_z] = in_solver_frame(grid.parts(), grid.last);
  return {n_x, n_y, n_z};
}

mesh::ElementRange in_solver_frame(const mesh::ElementRange& range, int last) {
  using Ends = std::array<int, 2>;
  const std::array<Ends, 3> along{
      Ends{range.x_begin, range.x_end}, {range.y_begin, range.y_end}, {range.z_begin, range.z_end}};
  const auto [x, y, z] = in_solver_frame(along, last);
  return {x[0], x[1], y[0], y[1], z[0], z[1]};
}

std::vector<int> column_order(const mesh::ElementRange& local, int last) {
  std::vector<int> order;
  if (local.n_elements() == 0) return order;
  const int n_rows = last == 2 ? local.n_y() : local.n_z();
  const int n_of_row = last == 2 ? local.n_z() : local.n_y();
  for (int row = 0; row < n_rows; ++row)
    for (int at = 0; at < n_of_row; ++at)
      order.push_back(last == 2 ? at * local.n_y() + row : row * local.n_y() + at);
  return order;
}

mesh::BoxMesh in_solver_frame(const mesh::BoxMesh& mesh) {
  const int last = mesh.grid.last;
  mesh::BoxMesh frame;
  frame.axes = in_solver_frame(mesh.axes, last);
  frame.order = mesh.order;
  frame.is_plane = mesh.is_plane;
  frame.grid = in_solver_frame(mesh.grid);
  frame.local = in_solver_frame(mesh.local, last);
  return frame;
}

}  // namespace lobatto::direct
