#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "case/case.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/hex_mesh.hpp"
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

/// A mesh from a file as METIS shares it out to so many ranks, and what these have in common. The
/// ranks of a run with METIS have the same elements.
class MeshPartition {
 public:
  /// Vertices, lines and faces of elements that a rank has in common with another.
  struct Common {
    int partner = 0;
    std::int64_t n_vertices = 0, n_lines = 0, n_faces = 0;
  };

  /// whole: all elements of the mesh. Throws base::Error when there are more ranks than elements.
  /// O(n_elements log n_elements) work.
  MeshPartition(const mesh::HexMesh& whole, int n_ranks);

  [[nodiscard]] int n_elements(int rank) const { return n_elements_[rank]; }
  /// Partners in the order of their ranks.
  [[nodiscard]] std::span<const Common> common(int rank) const { return common_[rank]; }

 private:
  std::vector<int> n_elements_;
  std::vector<std::vector<Common>> common_;
};

}  // namespace lobatto::predict
