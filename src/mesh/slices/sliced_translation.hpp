#pragma once

#include <array>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"
#include "mesh/translated_surfaces.hpp"

namespace lobatto::mesh {

/// map_by_translation over slices: adds a map of that name and its images to the slice. The
/// quadrilaterals are those of this rank. Throws base::Error on every rank. Collective.
void add_map_by_translation(MeshSlice& slice, std::span<const QuadPoints> slave,
                            std::span<const QuadPoints> master, const std::array<double, 3>& offset,
                            const std::string& name, const comm::Communicator& communicator);

/// join_periodic over slices.
void join_periodic(MeshSlice& slice, const PeriodicBoundaries& boundaries,
                   const comm::Communicator& communicator);

}  // namespace lobatto::mesh
