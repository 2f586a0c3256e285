#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/connected_slice.hpp"

namespace lobatto::mesh {

/// Where ranks run: parts of a mesh that follow each other are neighbours, and go to ranks of one
/// node as long as there are such.
struct RankPlaces {
  std::vector<int> ranks;  ///< of all parts: node after node
  int ranks_per_node = 0;  ///< 0: not as many on each
};

/// The ranks of each node as the system tells. Collective.
RankPlaces places_of_ranks(const comm::Communicator& communicator);
/// The same for ranks on nodes of these numbers; `node` is that of this rank. Collective.
RankPlaces places_of_ranks(int node, const comm::Communicator& communicator);

/// How the graph of a mesh in slices is cut.
enum class SliceCutter {
  pt_scotch,        ///< by all ranks together
  metis_on_a_rank,  ///< by rank 0, which holds the graph, some 100 bytes an element
};

/// The rank of each element of this slice: ranks have about equal weight, share few faces, and those
/// of a node more than those of two. Every rank gets an element. Throws base::Error when there are
/// more ranks than elements, or when the program was built without PT-Scotch that is asked for.
/// Collective.
std::vector<int> cut_slices(const ConnectedSlice& slice, const RankPlaces& places,
                            SliceCutter cutter, const comm::Communicator& communicator);

}  // namespace lobatto::mesh
