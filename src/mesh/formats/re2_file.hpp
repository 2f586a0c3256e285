#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::mesh {

/// A curved side; what `values` mean depends on the letter.
struct Re2Curve {
  int element = 0;  ///< from 0
  int edge = 0;     ///< from 1, as Nek5000 counts: 12 edges, or 6 faces for spheres
  char letter = ' ';
  std::array<double, 5> values{};
};

/// The condition on a face.
struct Re2Condition {
  int element = 0;      ///< from 0
  int face = 0;         ///< from 1, as Nek5000 counts
  std::string letters;  ///< up to three
  std::array<double, 5> values{};
  std::int64_t order = 0;  ///< among the conditions of the file
  int field = 0;           ///< 0: the first that the file has conditions for, and so on
};

/// The corners of an element, [t][s][r].
using Re2Corners = std::array<std::array<double, 3>, 8>;

/// What a .re2 file holds, or a share of its elements, curved sides and conditions. A plane mesh is
/// a slab as RawMesh has it, its curved sides on both ends of it.
struct Re2File {
  std::string name;
  int dimension = 3;
  std::int64_t n_fluid = 0;  ///< the elements after the first so many are solid
  std::int64_t n_elements = 0, first_element = 0;  ///< in the whole file; the first here
  std::vector<Re2Corners> corners;                 ///< [elements]
  std::vector<Re2Curve> curves;
  std::vector<Re2Condition> conditions;
};

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

/// The corners as files list them: around the bottom, around the top.
inline constexpr std::array<int, 8> re2_corners{0, 1, 3, 2, 4, 5, 7, 6};

/// Makes a slab of a plane element, of which the lower corners are there.
void make_slab(Re2Corners& corners);
/// Adds a curved side; of a plane mesh at both ends of the slab. The letter ' ' is none.
void add_curve(Re2File& file, Re2Curve curve);

/// Reads a file of version #v001 (reals of 4 bytes) to #v004 (8 bytes), of either byte order: on
/// each rank a share. Throws base::Error with the byte and what was expected there. Collective.
Re2File read_re2_file(const std::filesystem::path& file, const comm::Communicator& communicator);

}  // namespace lobatto::mesh
