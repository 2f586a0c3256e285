#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "accept/rank_box.hpp"
#include "accept/sweep/ordinates.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

inline constexpr std::size_t n_corners = 8, n_faces = 6, n_face_corners = 4;

/// Hexahedra of one rank. Corner i of an element is at bit 0, 1 and 2 of i along its own three
/// directions, which turn to the right; elements may be turned against each other in any way.
struct HexMesh {
  std::vector<std::array<long long, n_corners>> vertices;  ///< [element], numbers on all ranks
  std::vector<std::array<Vector, n_corners>> places;       ///< [element]

  [[nodiscard]] std::size_t n_elements() const { return vertices.size(); }
};

/// Corners of face 2 d + s, across direction d, s 1 at its upper end: those along direction d + 1
/// run fastest, then those along d + 2 (modulo 3).
constexpr std::array<std::size_t, n_face_corners> face_corners(std::size_t face) {
  const std::size_t d = face / 2, first = face % 2 << d;
  const std::size_t a = std::size_t{1} << (d + 1) % 3, b = std::size_t{1} << (d + 2) % 3;
  return {first, first + a, first + b, first + a + b};
}

/// A box of unit cells that is turned around its middle line along z the more the higher, so that
/// its edges lean by `lean` (across per height), and waved: hardly a face of it is plane.
HexMesh twisted_box(const RankBox& box, double lean);

/// This rank's part of a mesh file of any format that the solver reads, with straight edges between
/// its corners. Throws base::Error where an element is folded, and where the mesh is periodic.
/// Collective.
HexMesh mesh_of_file(const std::filesystem::path& file, const comm::Communicator& communicator);

}  // namespace lobatto::accept
