#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"
#include "mesh/tuple_table.hpp"

namespace lobatto::mesh {

/// Why a quadrilateral is no boundary.
enum class QuadFault : std::int64_t { none, no_face, inside, second_name, named_twice };

/// The different faces of a mesh and the sides of elements that they are. What is known of a face
/// lies on the rank_of_key of its corners; side = 6 element + face, in the whole mesh.
class FaceDirectory {
 public:
  /// Throws base::Error on every rank where a face belongs to more than two sides, or two elements
  /// have the same four points in another arrangement. Collective.
  FaceDirectory(const MeshSlice& slice, const comm::Communicator& communicator);

  struct Face {
    std::int64_t first = -1, second = -1;  ///< sides, the lower one first; -1 where there is none
    Key<4> corners{};                      ///< [b][a] as the first side counts them
  };
  /// The faces of this rank: sets of four ids, and which of them a side is, by its local number.
  [[nodiscard]] const TupleTable<4>& table() const { return own_; }
  [[nodiscard]] std::size_t n_sides() const { return n_sides_; }
  [[nodiscard]] const Face& face_of(std::size_t local_side) const {
    return faces_[own_.index_of(static_cast<std::int64_t>(local_side))];
  }
  /// The other side of a side's face; -1: there is none.
  [[nodiscard]] std::int64_t across(std::size_t local_side) const {
    const Face& face = face_of(local_side);
    return face.first == first_side_ + static_cast<std::int64_t>(local_side) ? face.second
                                                                             : face.first;
  }
  /// The faces with these corners, in any order. [keys] Collective.
  [[nodiscard]] std::vector<Face> find(std::span<const Key<4>> keys) const;

  /// A quadrilateral of a boundary, and its place in the order of the file.
  struct Quad {
    Key<4> key{};
    std::int64_t boundary = 0, order = 0;
    std::int64_t is_used = 0;  ///< a case has a condition for the boundary
  };
  struct Answer {
    QuadFault fault = QuadFault::none;
    /// Where a face has two names: the one that counts for nothing, or the earlier one of two that
    /// are used.
    std::int64_t other_boundary = -1;
  };
  /// Gives faces their boundaries; the surface of a solid that lies inside has none. [quads]
  /// Collective.
  std::vector<Answer> name_faces(std::span<const Quad> quads);
  /// The boundary of faces that are in the mesh; -1: they have none. [keys] Collective.
  [[nodiscard]] std::vector<std::int64_t> boundaries_of(std::span<const Key<4>> keys) const;

 private:
  /// What a rank knows of a face: its sides there, three of them at most, and labels of elements.
  struct Sides {
    Key<4> corners{};  ///< of the first
    Key<3> sides{-1, -1, -1};
    Key<2> labels{};
    std::int64_t are_solid = 0;   ///< bit i: side i is of a solid
    std::int64_t is_twisted = 0;  ///< the second has the corners in another arrangement
  };
  enum class SideFault : std::int64_t { third_side, other_arrangement };
  struct Notice {
    std::int64_t side = 0;
    SideFault fault{};
    Key<2> labels{};  ///< of the sides before
  };
  /// A face that is kept here.
  struct Kept {
    Face face;
    std::int64_t boundary = -1;
    bool is_surface_of_solid = false, is_used = false;
  };
  [[nodiscard]] std::vector<Sides> sides_of_faces(const MeshSlice& slice) const;
  std::vector<Face> meet(std::span<const Sides> all, std::vector<Notice>& notices);
  void refuse(const MeshSlice& slice, std::span<const Notice> notices) const;
  [[nodiscard]] int rank_of(const Key<4>& key) const;

  const comm::Communicator& communicator_;
  std::int64_t first_side_;
  std::size_t n_sides_;
  TupleTable<4> own_;
  std::vector<Face> faces_;  ///< [own_]
  TupleTable<4> keys_;       ///< of the faces that are kept here
  std::vector<Kept> kept_;   ///< [keys_]
};

}  // namespace lobatto::mesh
