#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::commands {

/// What a picture of a mesh needs: the names of boundaries, periodic pairs last; of each outer side
/// its `name`, and `points` [sides][n][n][x, y, z] at equidistant places; the `worst` elements,
/// those with the smallest scaled Jacobians, with their twelve `lines` [12][n][x, y, z]. `mesh` is
/// what connect() makes of `raw`.
nlohmann::ordered_json surface_of(const mesh::RawMesh& raw, const mesh::HexMesh& mesh);

}  // namespace lobatto::commands
