#pragma once

#include <filesystem>

#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// Reads the mesh of a .rea file, Nek5000's old format of text: corners, curved sides and the
/// conditions of each field. Its parameters count for nothing. Throws base::Error with the line and
/// what was expected there; also where the mesh is in a .re2 file beside it.
Re2File read_rea_file(const std::filesystem::path& file);

}  // namespace lobatto::mesh
