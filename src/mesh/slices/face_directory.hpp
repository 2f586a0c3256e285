#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/connectivity_faults.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// FaceSides over slices: the different faces of a mesh and the sides of elements that they are.
/// What is known of a face lies on the rank_of_key of its corners; side = 6 element + face, in the
/// whole mesh.
class FaceDirectory {
 public:
  /// Throws base::Error on every rank where a face belongs to more than two sides, or two elements
  /// have the same four points in another arrangement. Collective.
  FaceDirectory(const MeshSlice& slice, const comm::Communicator& communicator);

  /// What a side of this rank meets.
  struct Match {
    std::int64_t first = -1;  ///< the first side of its face, perhaps itself,
    std::int64_t other = -1;  ///< the side that is not itself; -1: there is none
    Key<4> first_corners{};   ///< [b][a] as the first side counts them
  };
  /// [6 local elements]
  [[nodiscard]] std::span<const Match> matches() const { return matches_; }

  struct Found {
    std::int64_t first = -1, second = -1;  ///< sides; -1 where there is none
    Key<4> first_corners{};
  };
  /// The faces with these corners, in any order. [keys] Collective.
  [[nodiscard]] std::vector<Found> find(std::span<const Key<4>> keys) const;

  /// A quadrilateral of a boundary, and its place in the order of the file.
  struct Quad {
    Key<4> key{};
    std::int64_t boundary = 0, order = 0;
  };
  struct Answer {
    std::int64_t is_refused = 0;
    std::int64_t fault = 0;            ///< a QuadFault, where it is
    std::int64_t other_boundary = -1;  ///< that of an earlier quadrilateral
  };
  /// Gives faces their boundaries; a face between an element before the first solid one and one
  /// that is not before it has none. -1: there are no solids. [quads] Collective.
  std::vector<Answer> name_faces(std::span<const Quad> quads, std::int64_t first_solid);
  /// The boundary of faces that are in the mesh; -1: they have none. [keys] Collective.
  [[nodiscard]] std::vector<std::int64_t> boundaries_of(std::span<const Key<4>> keys) const;

 private:
  struct Side {
    Key<4> key{}, corners{};
    std::int64_t side = 0, label = 0;
  };
  struct Reply {
    Match match{};
    std::int64_t fault = 0;
    std::array<std::int64_t, 2> labels{};  ///< of the sides before
  };
  struct Face {
    Key<4> key{}, corners{};  ///< of the first side
    std::array<std::int64_t, 2> sides{-1, -1};
    std::int64_t boundary = -1;
  };
  static std::vector<Side> sides_of(const MeshSlice& slice, std::int64_t first_element);
  std::vector<Reply> match(std::span<const Side> sides);
  [[nodiscard]] Face* face_of(const Key<4>& key);
  [[nodiscard]] const Face* face_of(const Key<4>& key) const;
  [[nodiscard]] int rank_of(const Key<4>& key) const;

  const comm::Communicator& communicator_;
  std::vector<Match> matches_;
  std::vector<Face> faces_;  ///< of this rank, by key
};

}  // namespace lobatto::mesh
