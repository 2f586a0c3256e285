#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// The rank of each element of a whole mesh, such that ranks have about equal weight and share few
/// faces: multilevel graph partitioning (METIS) of the elements, neighbours through faces.
/// `weights` are those of the elements, or empty where all are equal; [n_elements][n_kinds] where
/// several kinds of work are each to be shared out equally. Every rank gets an element; the result
/// is the same at every call. Throws base::Error when there are more ranks than elements.
std::vector<int> partition_elements(const HexMesh& mesh, int n_ranks,
                                    std::span<const int> weights = {});

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
