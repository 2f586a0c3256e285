#include "mesh/tools/smoothing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/tools/mesh_quality.hpp"

namespace lobatto::mesh {
namespace {

/// Whether two elements that meet at these sides are of one handedness: their outward normals by
/// the directions of the elements, +(a x b) at an upper and -(a x b) at a lower side, are opposite.
bool are_alike(const FaceSides& faces, std::int64_t side, std::int64_t other) {
  const OrientedFace lies = lie_against(faces.corners(side), faces.corners(other));
  const bool is_turned = (lies.flipped_a != lies.flipped_b) != lies.swapped;
  const bool are_both_ends = side % 2 == other % 2;
  return is_turned == are_both_ends;
}

class Orienter {
 public:
  explicit Orienter(RawMesh& mesh)
      : mesh_(mesh),
        faces_(mesh),
        hand_(static_cast<std::size_t>(mesh.n_elements()), 0),
        jacobian_(mesh.geometry_order) {}

  /// The elements to be mirrored.
  std::vector<std::size_t> find() {
    for (std::size_t e = 0; e < hand_.size(); ++e)
      if (hand_[e] == 0) add_part(e);
    return std::move(mirrored_);
  }

 private:
  /// Walks over the elements that are connected to the first one by faces.
  void add_part(std::size_t first) {
    std::vector<std::size_t> part{first};
    hand_[first] = 1;
    for (std::size_t i = 0; i < part.size(); ++i) add_neighbours(part[i], part);
    // The hand for which most elements are not folded.
    std::array<std::size_t, 2> n_good{};
    for (const std::size_t e : part) {
      if (is_good(e, false)) ++n_good[hand_[e] > 0 ? 0 : 1];
      if (is_good(e, true)) ++n_good[hand_[e] > 0 ? 1 : 0];
    }
    const int hand = n_good[0] >= n_good[1] ? 1 : -1;
    for (const std::size_t e : part)
      if (hand_[e] != hand) mirrored_.push_back(e);
  }

  void add_neighbours(std::size_t e, std::vector<std::size_t>& part) {
    for (int face = 0; face < n_hex_faces; ++face) {
      const std::int64_t side = static_cast<std::int64_t>(e) * n_hex_faces + face;
      const auto& sides = faces_.sides(faces_.face_of(side));
      const std::int64_t other = sides[0] == side ? sides[1] : sides[0];
      if (other < 0) continue;
      const auto neighbour = static_cast<std::size_t>(other / n_hex_faces);
      if (hand_[neighbour] != 0) continue;
      hand_[neighbour] = are_alike(faces_, side, other) ? hand_[e] : -hand_[e];
      part.push_back(neighbour);
    }
  }

  /// Whether an element is not folded as it is, or mirrored.
  [[nodiscard]] bool is_good(std::size_t e, bool is_mirrored) const {
    const auto n = static_cast<std::size_t>(mesh_.geometry_order) + 1, size = 3 * n * n * n;
    std::vector<double> x(mesh_.coordinates.begin() + static_cast<std::ptrdiff_t>(e * size),
                          mesh_.coordinates.begin() + static_cast<std::ptrdiff_t>((e + 1) * size));
    if (is_mirrored)
      for (std::size_t i = 0; i < size / 3; ++i) x[i] = -x[i];
    return jacobian_.smallest(x.data()) > 0.0;
  }

  RawMesh& mesh_;
  FaceSides faces_;
  std::vector<int> hand_;  ///< [elements] 1 and -1: unlike; 0: not known yet
  ScaledJacobian jacobian_;
  std::vector<std::size_t> mirrored_;
};

}  // namespace

void orient_alike(RawMesh& mesh) {
  for (const std::size_t e : Orienter(mesh).find()) mirror(mesh, e);
}

}  // namespace lobatto::mesh
