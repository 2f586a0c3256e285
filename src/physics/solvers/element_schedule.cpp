#include "physics/solvers/helmholtz_solver.hpp"

#include <algorithm>

#include "direct/solver_frame.hpp"

namespace lobatto::physics {

ElementSchedule::ElementSchedule(const space::FunctionSpace& space) {
  const mesh::BoxMesh* const box = space.box();
  if (box != nullptr && box->places.empty()) {
    const int length = space.column_length();
    for (const int column : direct::column_order(box->local, box->grid.last))
      blocks_.push_back(space::element_block(space, column * length, length));
    return;
  }
  blocks_ = space::blocks_of(space);
}

std::size_t ElementSchedule::block_size() const {
  std::size_t largest = 0;
  for (const auto& block : blocks_) largest = std::max(largest, block.n_values);
  return largest;
}

}  // namespace lobatto::physics
