#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// Sends elements of a slice to their ranks; returns those of this rank in the order of
/// elements_of_ranks. Collective.
HexMesh deal_slices(HexMesh slice, std::span<const int> rank_of_element,
                    const comm::Communicator& communicator);

}  // namespace lobatto::mesh
