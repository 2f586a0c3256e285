#pragma once

#include <array>

#include "case/case.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "mesh/box_mesh.hpp"
#include "plan/grounds.hpp"

namespace lobatto::predict {

/// The box of a case as ranks would share it.
class Partition {
 public:
  /// Throws base::Error when there are more ranks than elements.
  Partition(const cases::Case& the_case, const plan::Grounds& grounds);

  [[nodiscard]] const std::array<mesh::Axis, 3>& axes() const { return axes_; }
  [[nodiscard]] int order() const { return order_; }
  /// By which direct solvers choose how they treat a line, see direct::choose_line.
  [[nodiscard]] double flops_per_byte() const { return flops_per_byte_; }
  [[nodiscard]] const mesh::RankGrid& grid() const { return grid_; }
  [[nodiscard]] const std::array<int, 3>& n_elements() const { return n_elements_; }
  [[nodiscard]] mesh::ElementRange local(int rank) const {
    return mesh::elements_of(grid_, n_elements_, rank);
  }
  /// As direct solves go through it, see direct::in_solver_frame.
  [[nodiscard]] Partition in_solver_frame() const;
  /// Of the exchanges of direct solves on elements of this order, of a partition in their frame.
  [[nodiscard]] direct::PencilShape shape(int rank, int order) const;

 private:
  std::array<mesh::Axis, 3> axes_;
  int order_;
  double flops_per_byte_;
  std::array<int, 3> n_elements_;
  mesh::RankGrid grid_;
};

}  // namespace lobatto::predict
