#pragma once

#include <filesystem>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// A .re2 file of Nek5000 (3-D, fluid only). Corners closer than 5 % of the shortest edge at them
/// are one point. Boundaries are named by the letters of their condition in the first field ("W",
/// "v", "O", "SYM" ...), "boundary-<id>" for "MSH" and "EXO"; "E" and blank are inside, "P" is
/// periodic. Geometry order: 1 without curved sides, 2 with midside nodes ("m") only, else 8: arcs
/// ("C", edges 1 to 8) and spheres ("s", faces) are exact in the nodes. Throws base::Error.
RawMesh read_re2(const std::filesystem::path& file);

}  // namespace lobatto::mesh
