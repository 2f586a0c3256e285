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

/// Ours to those.
constexpr int nek_face_of(int face) {
  constexpr int numbers[6] = {4, 2, 1, 3, 5, 6};
  return numbers[face];
}

/// Element from 0, face as Nek5000 counts.
using NekSide = std::array<int, 2>;
/// The side that a condition "P" names. Throws base::Error where there is none of that number.
NekSide partner_of(const Re2File& file, const Re2Condition& condition);

// What is told of periodic sides.
std::string text_of_side(const NekSide& side);
std::string text_of_periodic(const std::string& file, const NekSide& side, const std::string& what);
std::string text_without_answer(const NekSide& partner);
std::string text_of_no_translation(const NekSide& partner);
inline constexpr const char* text_of_own_partner = "is its own partner";

/// The corners of a face.
using FacePlaces = std::array<std::array<double, 3>, 4>;
/// From the middle of a face to that of another.
std::array<double, 3> way_between(const FacePlaces& from, const FacePlaces& to);
/// Whether masters are below slaves, so that all pairs of two surfaces go one way.
bool points_down(const std::array<double, 3>& offset);
/// Whether two pairs belong to one map.
bool is_same_way(const std::array<double, 3>& offset, const std::array<double, 3>& other);
/// How messages call the map with this offset.
std::string name_of_way(const std::array<double, 3>& offset);
/// Which corner of the master is where corner i of the slave is moved to; -1: none.
int nearest_partner(int i, const FacePlaces& slave, const FacePlaces& master,
                    const std::array<double, 3>& offset);

/// One map for each translation between faces with condition "P". Throws base::Error where a face
/// and the partner that it names do not name each other or are not a translation of each other.
std::vector<PeriodicMap> periodic_maps(const Re2File& file, const RawMesh& mesh);

}  // namespace lobatto::mesh
