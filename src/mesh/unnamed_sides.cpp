#include "mesh/mesh_changes.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector3.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/periodic_faces.hpp"

namespace lobatto::mesh {
namespace {

/// 6 element + face, ascending.
std::vector<std::int64_t> unnamed_sides(const RawMesh& mesh) {
  const FaceSides faces(mesh);
  std::vector<bool> is_settled(static_cast<std::size_t>(faces.size()), false);
  for (const BoundaryQuad& quad : mesh.quads)
    if (const std::int64_t face = faces.find(quad.points); face >= 0) is_settled[face] = true;
  for (const PeriodicFacePair& pair : pair_periodic_faces(mesh))
    for (const std::int64_t side : {pair.slave, pair.master})
      is_settled[faces.face_of(side)] = true;
  std::vector<std::int64_t> sides;
  for (std::int64_t face = 0; face < faces.size(); ++face)
    if (faces.sides(face)[1] < 0 && !is_settled[face]) sides.push_back(faces.sides(face)[0]);
  std::sort(sides.begin(), sides.end());
  return sides;
}

template <class Points>
Point middle_of(const RawMesh& mesh, const Points& points) {
  Point middle{};
  for (const std::int64_t point : points)
    for (int c = 0; c < 3; ++c)
      middle[c] += mesh.points[point][c] / static_cast<double>(points.size());
  return middle;
}

Point difference(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

UnnamedSide describe(const RawMesh& mesh, std::int64_t side) {
  const FaceCorners corners = points_of_side(mesh, side);
  const auto at = [&](int i) { return mesh.points[corners[i]]; };
  UnnamedSide place{middle_of(mesh, corners), {}};
  const Point p = difference(at(3), at(0)), q = difference(at(2), at(1));
  const Point n = base::cross(p, q);
  const Point outwards =
      difference(place.middle, middle_of(mesh, mesh.corners[side / n_hex_faces]));
  const double length = std::copysign(base::norm(n), base::dot(n, outwards));
  if (length != 0.0)
    for (int c = 0; c < 3; ++c) place.normal[c] = n[c] / length;
  return place;
}

}  // namespace

void name_unnamed_sides(RawMesh& mesh, const NameSides& names) {
  const auto sides = unnamed_sides(mesh);
  std::vector<UnnamedSide> places;
  places.reserve(sides.size());
  for (const std::int64_t side : sides) places.push_back(describe(mesh, side));
  const auto given = names(places);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (given[i].empty()) continue;
    const int boundary = boundary_of_name(mesh, given[i]);
    mesh.quads.push_back(
        {points_of_side(mesh, sides[i]), boundary, mesh.labels[sides[i] / n_hex_faces]});
  }
}

}  // namespace lobatto::mesh
