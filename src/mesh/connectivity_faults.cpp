#include "mesh/connectivity_faults.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {

void check_corners(const RawMesh& raw) {
  for (std::size_t e = 0; e < raw.corners.size(); ++e) {
    auto sorted = raw.corners[e];
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      throw base::Error(raw.file + ": element " + std::to_string(raw.labels[e]) + " at " +
                        position_text(raw, raw.corners[e].data(), 8) +
                        " uses a point for two of its corners; expected eight different points");
    }
  }
}

std::string text_without_elements(const RawMesh& raw) {
  return raw.file + ": the mesh has no hexahedra";
}

std::string text_of_twisted_line(const RawMesh& raw, const std::array<std::int64_t, 2>& ends) {
  return raw.file + ": periodic boundaries carry the line at " +
         position_text(raw, ends.data(), 2) + " onto itself back to front";
}

std::string text_of_quad(const RawMesh& raw, const BoundaryQuad& quad, QuadFault fault,
                         std::int64_t other_boundary) {
  std::string what = "is no face of an element";
  if (fault == QuadFault::inside)
    what = "lies between two elements; a boundary must lie on the outside of the mesh";
  if (fault == QuadFault::named_twice)
    what = "is named '" + raw.boundary_names[other_boundary] + "' as well";
  return raw.file + ": the quadrilateral " + std::to_string(quad.label) + " of '" +
         raw.boundary_names[quad.boundary] + "' at " + position_text(raw, quad.points.data(), 4) +
         " " + what;
}

std::string text_of_unmatched(const RawMesh& raw, std::int64_t side, long long n_unmatched) {
  const auto corners = points_of_side(raw, side);
  return raw.file + ": " + std::to_string(n_unmatched) +
         (n_unmatched == 1 ? " face belongs" : " faces belong") +
         " to one element only and neither to a named boundary nor to a periodic pair, the first "
         "at " +
         position_text(raw, corners.data(), 4) + " of element " +
         std::to_string(raw.labels[side / n_hex_faces]) +
         "; if it is on the outside, name it, in the file or by [[mesh.unnamed]] of a case; if "
         "not, the "
         "elements there do not share their points";
}

}  // namespace lobatto::mesh
