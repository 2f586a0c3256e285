#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {

/// Whether the program was built with PT-Scotch.
bool has_pt_scotch();

/// Deals the elements of a graph, whose rows lie on the ranks one after another, to as many parts
/// as there are ranks: parallel multilevel partitioning (Chevalier & Pellegrini, PT-Scotch,
/// Parallel Computing 34 (2008)). Returns the parts of this rank's elements; some parts may be
/// empty. `costs` are one an element, or empty where all are equal. With ranks_per_node > 1 runs of
/// so many parts share more faces among each other than with other parts: the graph is mapped onto
/// a tree of nodes and ranks. Throws base::Error where the program was built without it, or the
/// graph is too large for its numbers. Collective.
std::vector<int> cut_by_pt_scotch(const ElementGraph& graph, std::span<const int> costs,
                                  int ranks_per_node, const comm::Communicator& communicator);

}  // namespace lobatto::mesh
