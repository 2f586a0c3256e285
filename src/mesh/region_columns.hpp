#pragma once

#include <array>

#include "mesh/box_mesh.hpp"
#include "mesh/regions.hpp"

namespace lobatto::mesh {

/// The columns of one rank of a box with n_y times n_z of them.
ColumnRange columns_of(const ColumnPartition& partition, int n_y, int n_z, int rank);

/// The grid of ranks on which the rank with most to do has least, of all that leave no rank without
/// columns, where there is one; without solids that of the function of the same name. regions: of
/// all elements of the box, x fastest. Throws base::Error when there are more ranks than columns.
ColumnPartition partition_columns(const std::array<Axis, 3>& axes, const Regions& regions,
                                  int n_ranks);

}  // namespace lobatto::mesh
