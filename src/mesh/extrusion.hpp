#pragma once

#include <string>
#include <vector>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// How a plane mesh becomes one of hexahedra.
struct Extrusion {
  std::vector<double> ticks = {};  ///< z between the layers of elements and at the ends, ascending
  bool periodic = false;           ///< the two ends are the same place
  std::string lower = "z_min", upper = "z_max";  ///< their names, unless they are
};

/// Puts copies of the slab that a plane mesh is read as on top of each other, layer after layer,
/// each with the elements in the order of the file. Boundaries, volumes and periodic pairs go up
/// with it; `lower` and `upper` may be boundaries of the mesh. Throws base::Error where the mesh is
/// not plane.
void extrude(RawMesh& mesh, const Extrusion& extrusion);

/// Throws base::Error: a plane mesh is no mesh for a run, and what helps.
[[noreturn]] void refuse_plane(const std::string& file);

}  // namespace lobatto::mesh
