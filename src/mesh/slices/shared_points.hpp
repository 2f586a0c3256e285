#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::mesh {

/// Classes of coincident points: those of all ranks count one after another. [points] the
/// number of the first point of each class. Points at exactly the same place meet at the rank of
/// their coordinates, places that may be close at the rank of a cell of a grid. Collective.
std::vector<std::int64_t> shared_points(std::span<const std::array<double, 3>> points,
                                        std::span<const double> tolerances,
                                        const comm::Communicator& communicator);

}  // namespace lobatto::mesh
