#include "mesh/region_columns.hpp"

#include <algorithm>
#include <vector>

namespace lobatto::mesh {

namespace {

/// The grids with this number of ranks that leave no rank without columns, where there is one.
std::vector<ColumnPartition> grids(int n_y, int n_z, int n_ranks) {
  std::vector<ColumnPartition> all;
  for (int along_y = 1; along_y <= n_ranks; ++along_y)
    if (n_ranks % along_y == 0 && along_y <= n_y && n_ranks / along_y <= n_z)
      all.push_back({along_y, n_ranks / along_y});
  if (all.empty()) all.push_back(partition_columns(n_y, n_z, n_ranks));
  return all;
}

/// Of the rank with most to do.
long long largest_cost(const std::array<Axis, 3>& axes, const ColumnPartition& partition,
                       const Regions& regions) {
  const int n_x = axes[0].n_elements(), n_y = axes[1].n_elements(), n_z = axes[2].n_elements();
  long long largest = 0;
  for (int rank = 0; rank < partition.n_ranks(); ++rank) {
    const ColumnRange columns = columns_of(partition, n_y, n_z, rank);
    long long cost = 0;
    for (int z = columns.z_begin; z < columns.z_end; ++z)
      for (int y = columns.y_begin; y < columns.y_end; ++y)
        for (int x = 0; x < n_x; ++x)
          cost += regions.at((z * n_y + y) * n_x + x) == 0 ? cost_of_fluid : cost_of_solid;
    largest = std::max(largest, cost);
  }
  return largest;
}

}  // namespace

ColumnRange columns_of(const ColumnPartition& partition, int n_y, int n_z, int rank) {
  const int y = partition.y_coordinate(rank), z = partition.z_coordinate(rank);
  return {part_begin(n_y, partition.n_y, y), part_begin(n_y, partition.n_y, y + 1),
          part_begin(n_z, partition.n_z, z), part_begin(n_z, partition.n_z, z + 1)};
}

ColumnPartition partition_columns(const std::array<Axis, 3>& axes, const Regions& regions,
                                  int n_ranks) {
  const int n_y = axes[1].n_elements(), n_z = axes[2].n_elements();
  if (regions.solids.empty()) return partition_columns(n_y, n_z, n_ranks);
  const auto candidates = grids(n_y, n_z, n_ranks);
  return std::ranges::min(candidates, {}, [&](const ColumnPartition& partition) {
    return largest_cost(axes, partition, regions);
  });
}

}  // namespace lobatto::mesh
