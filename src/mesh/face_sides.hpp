#pragma once

#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"
#include "mesh/tuple_table.hpp"

namespace lobatto::mesh {

/// Corners [b][a] of a face as its element counts them.
using FaceCorners = std::array<std::int64_t, 4>;
/// Of side = 6 element + face.
FaceCorners points_of_side(const RawMesh& raw, std::int64_t side);

/// The different faces of a mesh and the sides of elements that they are; side = 6 element + face.
/// Throws base::Error where a face belongs to more than two sides, or two elements have the same
/// four points in another arrangement.
class FaceSides {
 public:
  explicit FaceSides(const RawMesh& raw);

  [[nodiscard]] std::int64_t size() const { return table_.size(); }
  [[nodiscard]] std::int64_t face_of(std::int64_t side) const { return table_.index_of(side); }
  /// The sides of a face, ascending; the second is -1 where there is only one.
  [[nodiscard]] const std::array<std::int64_t, 2>& sides(std::int64_t face) const {
    return sides_[face];
  }
  [[nodiscard]] FaceCorners corners(std::int64_t side) const { return points_of_side(raw_, side); }
  /// The face with these corners in any order; -1 when there is none.
  [[nodiscard]] std::int64_t find(const FaceCorners& corners) const { return table_.find(corners); }

 private:
  void check_arrangement(std::int64_t side, std::int64_t other) const;

  const RawMesh& raw_;
  TupleTable<4> table_;
  std::vector<std::array<std::int64_t, 2>> sides_;
};

/// How a face with corners [b][a] lies against a counterpart with the same four corners.
OrientedFace lie_against(const FaceCorners& own, const FaceCorners& counterpart);

/// Whether two lists of the same four corners [b][a] have the same diagonals.
bool have_same_diagonals(const FaceCorners& p, const FaceCorners& q);

}  // namespace lobatto::mesh
