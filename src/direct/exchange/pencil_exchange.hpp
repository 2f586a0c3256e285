#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/exchange/all_to_all.hpp"
#include "direct/exchange/sheet_row.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// The part of `n_items` of one member of a group.
struct Share {
  int begin = 0;
  int size = 0;
};
Share share_of(int n_items, int n_parts, int part);

/// What the exchanges of a rank depend on. The ranks of equal z coordinate share out the y nodes,
/// as members in the order of their ranks: those of one y coordinate the nodes of its elements.
struct PencilShape {
  explicit PencilShape(const mesh::BoxMesh& mesh);
  PencilShape(const mesh::RankGrid& ranks, const std::array<int, 3>& n_elements,
              int polynomial_order, const mesh::ElementRange& elements, bool in_plane = false);

  mesh::RankGrid grid;
  int n_x_elements, n_y_elements, n_z_elements, order;
  int order_y;  ///< 0 in a plane, which has one node along y
  mesh::ElementRange local;

  [[nodiscard]] int n_y_members() const { return grid.n_x * grid.n_y; }
  [[nodiscard]] int y_member(int rank) const { return rank % n_y_members(); }
  [[nodiscard]] NodeWindow y_window(int y_member) const;
  [[nodiscard]] NodeWindow z_window(int z_coordinate) const;
  /// The y nodes of this rank's columns that fall to the rank with this x coordinate.
  [[nodiscard]] std::vector<SheetRow> sheet_rows(int x_coordinate) const;

  /// Ranks along z with elements, the first ones.
  [[nodiscard]] int n_slabs() const;
  /// Modes, of any conditions, of a direction with so many elements: at most.
  [[nodiscard]] int n_modes(int n_elements) const { return n_elements * order + 1; }
  /// Lines along z of a y member: at most.
  [[nodiscard]] int n_lines(int y_member) const;

  /// @name Values that one rank of a group sends to another on the way there
  /// On the way back it gets as many.
  /// @{
  /// x coordinates of those that share this rank's columns.
  [[nodiscard]] std::size_t x_values(int from, int to) const;
  /// y members of equal z coordinate.
  [[nodiscard]] std::size_t y_values(int from, int to, int z_coordinate) const;
  /// z coordinates of one y member; so many values of each line.
  [[nodiscard]] std::size_t z_values(int from, int to, int n_lines, int per_line) const;
  /// @}
  bool operator==(const PencilShape& other) const = default;
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
  static constexpr int values_of_ends = 2, values_of_matrices = 3;  ///< a line

  /// lines: at most.
  SlabExchange(comm::Communicator z_group, const PencilShape& of_rank, int lines);

  /// Of so many right-hand sides, [problem][2][share of the lines]. Collective at the first call.
  PencilExchange& ends(int n_problems);

  comm::Communicator group;
  int n_slabs;
  PencilShape shape;
  int n_lines;
  comm::AllToAll matrices;  ///< [3][share of the lines]

 private:
  std::map<int, PencilExchange> ends_;  ///< by the number of right-hand sides
};

/// The exchanges of a solve: among the ranks that share columns for x, of equal z coordinate for y,
/// of the same y nodes for z; an exchange among one rank is left out. Sized for lines without
/// Dirichlet ends, hence for all conditions.
///
/// x: rank r gets the sheets of its rows, [row][z elements][x elements of the sender][n][sheets of
/// the row][n].
///
/// y: rank r gets its share of the x modes, [share of x modes][y nodes of the sender][z nodes, to
/// whole cache lines].
class PencilExchanges {
 public:
  PencilExchanges(const PencilShape& shape, const comm::Communicator& communicator);

  [[nodiscard]] const PencilShape& shape() const { return shape_; }
  std::optional<PencilExchange> x, y;
  std::optional<SlabExchange> z;

 private:
  void make_x(const comm::Communicator& communicator);
  void make_y(const comm::Communicator& communicator);

  PencilShape shape_;
};

}  // namespace lobatto::direct
