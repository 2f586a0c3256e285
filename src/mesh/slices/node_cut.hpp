#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/slices/slice_cut.hpp"

namespace lobatto::mesh {

/// The rank of each element of a slice, given the node of each: the rows of the graph go to the
/// ranks of their node, which cut what is theirs among themselves with PT-Scotch. `costs` are one
/// an element, or empty on all ranks. Collective.
std::vector<int> cut_within_nodes(const ConnectedSlice& slice, std::span<const int> costs,
                                  std::span<const int> nodes, const RankPlaces& places,
                                  const comm::Communicator& communicator);

}  // namespace lobatto::mesh
