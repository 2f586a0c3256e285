#pragma once

#include <algorithm>
#include <cstddef>

#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {

// The end nodes of lines held as [n_nodes][n_lanes] with `node_stride` from node to node and
// `lane_stride` from lane to lane.

/// Right-hand sides: the two ends of a periodic line are one node, which gets the sum of both.
inline void gather_ends(const LineLayout& line, double* nodes, std::size_t node_stride, int n_lanes,
                        std::size_t lane_stride = 1) {
  if (!line.periodic) return;
  const double* last = nodes + static_cast<std::size_t>(line.n_nodes - 1) * node_stride;
  for (int l = 0; l < n_lanes; ++l) nodes[l * lane_stride] += last[l * lane_stride];
}

/// Solutions: the value at the first node of a periodic line is repeated at its last, Dirichlet
/// ends are zero.
inline void scatter_ends(const LineLayout& line, double* nodes, std::size_t node_stride,
                         int n_lanes, std::size_t lane_stride = 1) {
  double* last = nodes + static_cast<std::size_t>(line.n_nodes - 1) * node_stride;
  for (int l = 0; line.periodic && l < n_lanes; ++l) last[l * lane_stride] = nodes[l * lane_stride];
  for (int l = 0; line.lower_fixed && l < n_lanes; ++l) nodes[l * lane_stride] = 0;
  for (int l = 0; line.upper_fixed && l < n_lanes; ++l) last[l * lane_stride] = 0;
}

}  // namespace lobatto::direct
