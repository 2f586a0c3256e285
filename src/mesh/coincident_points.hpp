#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lobatto::mesh {

/// Which points are the same: those closer than the smaller of their two tolerances, and what is
/// connected through such. [points] class of each point, counted from 0 in the order of their first
/// points. Coordinates are finite. Tolerances are positive and may differ by any factor: each point
/// is looked for only in grids of cells as large as the tolerances in them. O(n log n) where few
/// points are closer than their tolerances without being the same.
std::vector<std::int64_t> coincident_points(std::span<const std::array<double, 3>> points,
                                            std::span<const double> tolerances);

}  // namespace lobatto::mesh
