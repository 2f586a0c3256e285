#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "comm/all_to_all.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// The nodes of a line that belong to the elements of one rank: n_elements * order + 1, or none.
struct NodeWindow {
  int first_node = 0;
  int n_nodes = 0;
};

/// The part of `n_items` of one member of a group.
struct Share {
  int begin = 0;
  int size = 0;
};
Share share_of(int n_items, int n_parts, int part);

/// What the exchanges of a rank depend on.
struct PencilShape {
  explicit PencilShape(const mesh::BoxMesh& mesh);

  mesh::ColumnPartition partition;
  int n_x_elements, n_y_elements, n_z_elements, order;
  mesh::ColumnRange local;

  [[nodiscard]] NodeWindow y_window(int y_coordinate) const;
  [[nodiscard]] NodeWindow z_window(int z_coordinate) const;
  bool operator==(const PencilShape& other) const;
};

/// One way there and back between the ranks of a group.
class PencilExchange {
 public:
  /// sent [size of group]: values to each rank on the way there; received: from each. The way back
  /// is the reverse.
  PencilExchange(const comm::Communicator& group, const std::vector<std::size_t>& sent,
                 const std::vector<std::size_t>& received);

  [[nodiscard]] int size() const { return size_; }
  comm::AllToAll& there() { return there_; }
  comm::AllToAll& back() { return back_; }
  /// Exchanges what was packed; returns the seconds that took.
  static double move(comm::AllToAll& blocks);

 private:
  int size_;
  comm::AllToAll there_, back_;
};

/// What ranks that hold different z nodes of the same lines tell each other: of every line the ends
/// of their slabs, to the rank whose share of the lines it belongs to, and back.
struct SlabExchange {
  /// slabs: ranks of the group with elements, the first ones. n_lines: at most.
  SlabExchange(comm::Communicator z_group, int slabs, int n_lines);

  comm::Communicator group;
  int n_slabs;
  PencilExchange ends;      ///< [2][share of the lines]
  comm::AllToAll matrices;  ///< [3][share of the lines]
};

/// The exchanges of a solve: among the ranks of equal z coordinate for y, of equal y coordinate for
/// z; an exchange among one rank is left out. Sized for lines without Dirichlet ends, hence for all
/// conditions.
///
/// y: rank r gets its share of the x modes, [share of x modes][y nodes of the sender][z nodes, to
/// whole cache lines].
class PencilExchanges {
 public:
  PencilExchanges(const PencilShape& shape, const comm::Communicator& communicator);

  [[nodiscard]] const PencilShape& shape() const { return shape_; }
  std::optional<PencilExchange> y;
  std::optional<SlabExchange> z;

 private:
  PencilShape shape_;
};

}  // namespace lobatto::direct
