#pragma once

#include <array>
#include <cstddef>

#include "accept/particles/cloud_in_cell.hpp"
#include "accept/rank_box.hpp"
#include "comm/exchange/all_to_all.hpp"

namespace lobatto::accept {

/// The upper ghosts of a NodeBox, which are the first nodes of the next ranks in directions 0 and
/// 1, around the ends.
class NodeGhosts {
 public:
  /// n_values: at each node. Collective.
  NodeGhosts(const RankBox& box, const NodeBox& nodes, std::size_t n_values,
             const comm::Communicator& communicator);

  /// What lies in ghosts joins the nodes that they stand for. values [n_nodes][n_values].
  void add(double* values);
  /// Ghosts become equal to the nodes that they stand for.
  void fill(double* values);
  [[nodiscard]] std::size_t bytes_sent() const;  ///< by this rank, each time

 private:
  /// The ranks along a direction; a layer goes to the next one or to the one before.
  struct Line {
    comm::Communicator group;
    int next, before;
    comm::AllToAll up, down;
  };
  Line line(int direction, const RankBox& box, const comm::Communicator& communicator) const;
  [[nodiscard]] std::size_t layer_size(int direction) const;
  template <class Visit>
  void for_layer(int direction, std::size_t layer, const Visit& visit) const;

  NodeBox nodes_;
  std::size_t n_values_;
  std::array<Line, 2> lines_;
};

}  // namespace lobatto::accept
