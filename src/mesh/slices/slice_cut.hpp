#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {

/// The ranks of each node, ascending, and the node of this rank.
struct RankPlaces {
  std::vector<std::vector<int>> ranks_of_node;
  int own_node = 0;
};

/// As the system tells. Collective.
RankPlaces places_of_ranks(const comm::Communicator& communicator);
/// The same for ranks on nodes of any numbers; `node` is that of this rank. Collective.
RankPlaces places_of_ranks(int node, const comm::Communicator& communicator);

/// The rank of each element of this slice: ranks have about equal weight and share few faces, above
/// all with those of other nodes: PT-Scotch first deals elements to nodes, then the ranks of each
/// node deal its elements among themselves; METIS deals them to parts in an order that goes through
/// the mesh, and they are placed in it node after node. Every rank gets an element. Throws
/// base::Error when there are more ranks than elements, or when the program was built without
/// PT-Scotch that is asked for. Collective.
std::vector<int> cut_slices(const ConnectedSlice& slice, const RankPlaces& places,
                            SliceCutter cutter, const comm::Communicator& communicator);

/// The rank of each element of a slice, given the node of each: the rows of the graph go to the
/// ranks of their node, which cut what is theirs among themselves with PT-Scotch. `costs` are one
/// an element, or empty on all ranks. Collective.
std::vector<int> cut_within_nodes(const ConnectedSlice& slice, std::span<const int> costs,
                                  std::span<const int> nodes, const RankPlaces& places,
                                  const comm::Communicator& communicator);

/// Sends elements of a slice to their ranks; returns those of this rank in the order of
/// elements_of_ranks. Collective.
HexMesh deal_slices(HexMesh slice, std::span<const int> rank_of_element,
                    const comm::Communicator& communicator);

}  // namespace lobatto::mesh
