#pragma once

#include <cstdint>
#include <vector>

#include "particles/particle.hpp"
#include "space/function_space.hpp"

namespace lobatto::particles {

/// What lies behind each face of the elements of this rank: another element, on whatever rank, or a
/// part of the boundary.
class ElementLinks {
 public:
  /// Collective.
  explicit ElementLinks(const space::FunctionSpace& space);

  struct Link {
    int boundary = -1;  ///< index in space.boundaries(); -1 where there is an element:
    int rank = 0;
    std::int64_t element = -1;  ///< local index there; -1: nothing is known of this face
    int face = 0;               ///< there
    /// Where the corners [b][a] of this face are among those of the other.
    std::array<int, 4> corners{};
    Vector3 shift{};  ///< what is at x on this face is at x + shift on the other
  };
  [[nodiscard]] const Link& behind(std::int64_t element, int face) const {
    return links_[element * n_faces_ + face];
  }
  /// Coordinates in the element behind a face, of a point on the face.
  [[nodiscard]] static Vector3 across(const Link& link, int face, const Vector3& r);

 private:
  int n_faces_;
  std::vector<Link> links_;
};

/// Of a face, the directions along it: a = d + 1, b = d + 2 (mod 3).
constexpr int direction_of(int face) { return face / 2; }
constexpr double end_of(int face) { return face % 2 == 0 ? -1.0 : 1.0; }

}  // namespace lobatto::particles
