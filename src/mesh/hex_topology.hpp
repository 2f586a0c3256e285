#pragma once

#include <array>

#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// The numbering of HexMesh within one hexahedron. Bit d of a vertex number is its end of direction
/// d; the directions across d are a = d + 1 and b = d + 2 (mod 3).
inline constexpr int n_hex_vertices = 8, n_hex_lines = 12, n_hex_faces = 6;
constexpr int direction_a(int d) { return (d + 1) % 3; }
constexpr int direction_b(int d) { return (d + 2) % 3; }

/// The lower and the upper vertex of a line.
constexpr std::array<int, 2> line_vertices(int line) {
  const int d = line / 4;
  const int lower = ((line & 1) << direction_a(d)) | (((line >> 1) & 1) << direction_b(d));
  return {lower, lower | (1 << d)};
}

/// The line between two neighbouring vertices.
constexpr int line_between(int v, int w) {
  const int d = (v ^ w) == 1 ? 0 : (v ^ w) == 2 ? 1 : 2;
  return 4 * d + ((v >> direction_a(d)) & 1) + 2 * ((v >> direction_b(d)) & 1);
}

/// The vertices [b][a] of a face.
constexpr std::array<int, 4> face_vertices(int face) {
  const int d = face / 2;
  const int first = (face & 1) << d;
  const int a = 1 << direction_a(d);
  const int b = 1 << direction_b(d);
  return {first, first | a, first | b, first | a | b};
}

/// The lines of a face: along a at lower and upper b, along b at lower and upper a.
constexpr std::array<int, 4> face_lines(int face) {
  const int d = face / 2;
  const int side = face & 1;
  const int along_a = 4 * direction_a(d) + 2 * side;
  const int along_b = 4 * direction_b(d) + side;
  return {along_a, along_a + 1, along_b, along_b + 2};
}
/// Positions in face_vertices of the two ends of each of face_lines.
inline constexpr std::array<std::array<int, 2>, 4> face_line_ends{{{0, 1}, {2, 3}, {0, 2}, {1, 3}}};

/// Node (a, b) of a side among the n^3 nodes of its element.
constexpr int face_node(int face, int a, int b, int n) {
  const int d = face / 2;
  const std::array<int, 3> stride{1, n, n * n};
  return (face % 2) * (n - 1) * stride[d] + a * stride[direction_a(d)] + b * stride[direction_b(d)];
}

/// Node (a, b) of a face with n x n nodes as its counterpart counts it.
constexpr std::array<int, 2> on_counterpart(const OrientedFace& face, int a, int b, int n) {
  const int a_there = face.flipped_a ? n - 1 - a : a;
  const int b_there = face.flipped_b ? n - 1 - b : b;
  if (face.swapped) return {b_there, a_there};
  return {a_there, b_there};
}

}  // namespace lobatto::mesh
