#pragma once

#include <filesystem>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// A .re2 file of Nek5000, plane or not. Corners closer than 5 % of the shortest edge at them
/// are one point. Boundaries are named by the letters of their condition in the first field that
/// has one on their face ("W", "v", "O", "SYM" ...), "boundary-<id>" for "MSH" and "EXO"; "E" and
/// blank are inside, "P" is periodic. Elements without flow are the volume "solid", the others
/// "fluid". Geometry order: 1 without curved sides, 2 with midside nodes ("m") only, else 8: arcs
/// ("C", edges 1 to 8) and spheres ("s", faces) are exact in the nodes. Throws base::Error.
RawMesh read_re2(const std::filesystem::path& file);

/// The same of what any file holds that says it in the way of .re2 files.
RawMesh mesh_of(Re2File file);

}  // namespace lobatto::mesh
