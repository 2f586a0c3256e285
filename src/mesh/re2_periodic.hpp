#pragma once

#include <vector>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// Faces as Nek5000 numbers them from 1, s = -1, r = 1, s = 1, r = -1, t = -1, t = 1, to ours.
constexpr int nek_face(int number) {
  constexpr int faces[6] = {2, 1, 3, 0, 4, 5};
  return faces[number - 1];
}

/// One map for each translation between faces with condition "P". Throws base::Error where a face
/// and the partner that it names do not name each other or are not a translation of each other.
std::vector<PeriodicMap> periodic_maps(const Re2File& file, const RawMesh& mesh);

}  // namespace lobatto::mesh
