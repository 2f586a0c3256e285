#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// Points from a file: of HDF5 a dataset `points` [n][3] at its root, or the points of a VTKHDF
/// file; else of a table of text, the columns x, y and z, or the first three where it has no
/// heading. Its numbers stand between commas, semicolons or blanks; '#' begins a remark. Rank 0
/// reads. Collective; throws base::Error with file and line on every rank.
std::vector<std::array<double, 3>> read_points(const std::filesystem::path& file,
                                               const comm::Communicator& communicator);

}  // namespace lobatto::io
