#include "mesh/face_sides.hpp"

#include <cstddef>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

std::vector<TupleTable<4>::Tuple> face_tuples(const RawMesh& raw) {
  std::vector<TupleTable<4>::Tuple> tuples;
  tuples.reserve(raw.corners.size() * n_hex_faces);
  for (const auto& corners : raw.corners) {
    for (int face = 0; face < n_hex_faces; ++face) {
      const auto v = face_vertices(face);
      tuples.push_back({corners[v[0]], corners[v[1]], corners[v[2]], corners[v[3]]});
    }
  }
  return tuples;
}

std::string name_of(const RawMesh& raw, std::int64_t side) {
  return "element " + std::to_string(raw.labels[side / n_hex_faces]);
}

}  // namespace

FaceCorners points_of_side(const RawMesh& raw, std::int64_t side) {
  const auto& of_element = raw.corners[side / n_hex_faces];
  const auto v = face_vertices(static_cast<int>(side % n_hex_faces));
  return {of_element[v[0]], of_element[v[1]], of_element[v[2]], of_element[v[3]]};
}

bool have_same_diagonals(const FaceCorners& p, const FaceCorners& q) {
  const auto is_diagonal = [&](std::size_t i, std::size_t j) {
    return (p[0] == q[i] && p[3] == q[j]) || (p[0] == q[j] && p[3] == q[i]);
  };
  return is_diagonal(0, 3) || is_diagonal(1, 2);
}

OrientedFace lie_against(const FaceCorners& own, const FaceCorners& counterpart) {
  const auto position = [&](std::int64_t point) {
    int i = 0;
    while (counterpart[i] != point) ++i;
    return i;
  };
  const int origin = position(own[0]);
  OrientedFace face;
  face.swapped = (position(own[1]) ^ origin) == 2;
  face.flipped_a = ((face.swapped ? origin >> 1 : origin) & 1) != 0;
  face.flipped_b = ((face.swapped ? origin : origin >> 1) & 1) != 0;
  return face;
}

FaceSides::FaceSides(const RawMesh& raw) : raw_(raw), table_(face_tuples(raw)) {
  sides_.assign(static_cast<std::size_t>(table_.size()), {-1, -1});
  for (std::int64_t side = 0; side < raw.n_elements() * n_hex_faces; ++side) {
    auto& of_face = sides_[face_of(side)];
    if (of_face[1] >= 0) {
      const auto at = corners(side);
      throw base::Error(raw.file + ": the face at " + position_text(raw, at.data(), 4) +
                        " belongs to three elements or more: " + name_of(raw, of_face[0]) + ", " +
                        name_of(raw, of_face[1]) + " and " + name_of(raw, side));
    }
    if (of_face[0] >= 0) check_arrangement(side, of_face[0]);
    of_face[of_face[0] >= 0 ? 1 : 0] = side;
  }
}

void FaceSides::check_arrangement(std::int64_t side, std::int64_t other) const {
  const auto at = corners(side);
  if (have_same_diagonals(at, corners(other))) return;
  throw base::Error(raw_.file + ": at " + position_text(raw_, at.data(), 4) + " " +
                    name_of(raw_, other) + " and " + name_of(raw_, side) +
                    " share four points but not the lines between them");
}

}  // namespace lobatto::mesh
