#pragma once

#include <map>

#include "comm/communicator.hpp"
#include "mesh/re2_periodic.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// periodic_maps over slices: adds maps and images to a slice. `partners` are the sides that the
/// conditions on this rank's elements name. Throws base::Error on every rank with the text of that
/// function. Collective.
void add_re2_periodic(const std::map<NekSide, NekSide>& partners, MeshSlice& slice,
                      const comm::Communicator& communicator);

}  // namespace lobatto::mesh
