#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {

/// Whether the program was built with PT-Scotch.
bool has_pt_scotch();

/// Deals the elements of a graph, whose rows lie on the ranks one after another, to parts of these
/// weights: parallel multilevel partitioning (Chevalier & Pellegrini, PT-Scotch, Parallel Computing
/// 34 (2008)). Returns the parts of this rank's elements; some parts may be empty. `costs` are one
/// an element, or empty on all ranks where all are equal. The result is the same at every call with
/// the same ranks. Throws base::Error where the program was built without it, or the graph is too
/// large for its numbers. Collective.
std::vector<int> cut_by_pt_scotch(const ElementGraph& graph, std::span<const int> costs,
                                  std::span<const int> part_weights,
                                  const comm::Communicator& communicator);

}  // namespace lobatto::mesh
