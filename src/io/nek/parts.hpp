#pragma once

#include <filesystem>
#include <vector>

#include "io/nek/header.hpp"

namespace lobatto::io {

/// The files of one time of which `file`, with this head, is one. Nek5000 numbers them from 0 with
/// as many digits as their count has, before the ending, x03.f00012, and where it writes each into
/// a folder of its own, in the name of that too: A03/x03.f00012. In the order of their numbers; the
/// file alone where it is the only one. Throws base::Error that names the file where its name does
/// not end with its number.
std::vector<std::filesystem::path> nek_parts(const std::filesystem::path& file,
                                             const NekFieldHeader& header);

}  // namespace lobatto::io
