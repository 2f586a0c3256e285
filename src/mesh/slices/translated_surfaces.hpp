#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// Corners of a quadrilateral, points of the mesh.
using QuadPoints = std::array<std::int64_t, 4>;

/// Adds a periodic map of that name and its images to a slice: which points of the master's
/// quadrilaterals lie where those of the slave's are when moved back by `offset` (from master to
/// slave), to 1 % of the shortest side around. The quadrilaterals are those of this rank. Throws
/// base::Error on every rank where a point of the slave has no partner. Collective.
void add_map_by_translation(MeshSlice& slice, std::span<const QuadPoints> slave,
                            std::span<const QuadPoints> master, const std::array<double, 3>& offset,
                            const std::string& name, const comm::Communicator& communicator);

/// Makes two boundaries of a mesh one and the same: afterwards they are no boundaries. Throws
/// base::Error on every rank where the mesh has no such boundary, or where one is not the other,
/// moved. Collective.
void join_periodic(MeshSlice& slice, const PeriodicBoundaries& boundaries,
                   const comm::Communicator& communicator);

}  // namespace lobatto::mesh
