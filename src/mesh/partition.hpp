#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/layered_mesh.hpp"

namespace lobatto::mesh {

/// Rows of neighbours through faces: those of element e are neighbours[first[e]] to
/// neighbours[first[e + 1]]. Two elements that share two faces, as across two elements of a
/// periodic direction, are listed once, with that weight.
struct ElementGraph {
  std::vector<std::int64_t> first{0}, neighbours, shared_faces;

  /// The next row; -1 across the boundary.
  void add(std::int64_t element, std::span<const std::int64_t> across);
};

/// Throws base::Error where there are fewer elements than ranks.
void check_ranks(long long n_elements, int n_ranks);

/// Deals the elements of a whole graph to ranks by multilevel partitioning (METIS), the same way at
/// every call; some ranks may get none. Weights as in partition_elements.
std::vector<int> cut_by_metis(const ElementGraph& graph, int n_ranks, std::span<const int> weights);

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

/// The rank of each element of a whole mesh, such that ranks have about equal weight and share few
/// faces: multilevel graph partitioning (METIS) of the elements, neighbours through faces.
/// `weights` are those of the elements, or empty where all are equal; [n_elements][n_kinds] where
/// several kinds of work are each to be shared out equally. Every rank gets an element; the result
/// is the same at every call. Throws base::Error when there are more ranks than elements.
std::vector<int> partition_elements(const HexMesh& mesh, int n_ranks,
                                    std::span<const int> weights = {});

/// The same in whole columns of elements, with neighbours through their sides. Throws base::Error
/// when there are more ranks than columns.
std::vector<int> partition_columns(const HexMesh& mesh, const LayeredMesh& layers, int n_ranks);

/// What a partition costs: its imbalance, and what must be exchanged.
struct PartitionQuality {
  long long min_elements = 0, max_elements = 0;
  double mean_elements = 0.0;
  long long shared_faces = 0;  ///< between different ranks
  int max_neighbours = 0;      ///< ranks that share a vertex with a rank, of the rank with most
};
PartitionQuality measure_partition(const HexMesh& mesh, std::span<const int> rank_of_element,
                                   int n_ranks);

/// Kinds of work for partition_elements: the scalars of all elements, the flow of those with fluid.
/// Empty where all elements are alike.
std::vector<int> weights_of(const Regions& regions);

/// The elements of each rank, region after region: in each first those with a vertex in common with
/// another rank, so that what others wait for is one run of memory, then the others; both
/// ascending.
std::vector<std::vector<int>> elements_of_ranks(const HexMesh& mesh,
                                                std::span<const int> rank_of_element, int n_ranks);

/// Some elements of a mesh, in this order, as a rank's part of it.
HexMesh part_of(const HexMesh& mesh, std::span<const int> elements);

}  // namespace lobatto::mesh
