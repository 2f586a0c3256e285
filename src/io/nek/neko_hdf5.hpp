#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/nek/header.hpp"

namespace lobatto::io {

/// True for a file of HDF5 that has what those of Neko have: the number Lx, and fields. Not
/// collective.
bool is_neko_hdf5(const std::filesystem::path& file);

/// The head of a checkpoint or a field file that Neko wrote in HDF5 (its src/io/hdf5_file.F90):
///   numbers Time and Lx, nodes along an edge; Mesh with Elements and Dimension
///   Fields/u, v, w, p and the scalars by their names, each [elements * Lx^3] in one piece, in the
///   order of the mesh file; older levels, ..._lag1 and abx1, aby2, ..., which count for nothing
/// The scalars become T, S01, ... in the order of their names. Not collective; throws base::Error
/// that names the file where it is damaged, or cannot be read in place.
NekFieldHeader read_neko_hdf5(const std::filesystem::path& file);

/// The head as text, for other ranks.
std::string text_of_neko_head(const NekFieldHeader& header);
bool is_text_of_neko_head(std::string_view text);
/// The inverse.
NekFieldHeader parse_neko_head(std::string_view text);

}  // namespace lobatto::io
