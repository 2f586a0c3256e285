#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string>

#include "base/error.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::test {

using precond::n_vertices;

namespace reference {

using Vector = std::array<double, 3>;

/// d phi_a / d r_d at the reference point r in [-1, 1]^3;
/// phi_a = (1 +- r_0)(1 +- r_1)(1 +- r_2) / 8 with the upper signs for upper corners.
inline std::array<Vector, n_vertices> reference_gradients(const Vector& r) {
  std::array<Vector, n_vertices> gradients;
  for (std::size_t a = 0; a < n_vertices; ++a) {
    Vector sign, factor;
    for (std::size_t d = 0; d < 3; ++d) {
      sign[d] = (a >> d) % 2 == 1 ? 1.0 : -1.0;
      factor[d] = (1 + sign[d] * r[d]) / 2;
    }
    for (std::size_t d = 0; d < 3; ++d)
      gradients[a][d] = sign[d] / 2 * factor[(d + 1) % 3] * factor[(d + 2) % 3];
  }
  return gradients;
}

inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The tangents d x / d r_d, [d].
inline std::array<Vector, 3> tangents(std::span<const double, 3 * n_vertices> corners,
                                      const std::array<Vector, n_vertices>& gradients) {
  std::array<Vector, 3> result{};
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t a = 0; a < n_vertices; ++a)
        result[d][c] += corners[c * n_vertices + a] * gradients[a][d];
  return result;
}

/// Adds J grad phi_a . grad phi_b at a Gauss point, of weight 1; with the cofactors
/// n_d = J grad r_d = t_{d+1} x t_{d+2},  J grad phi = sum_d n_d d phi / d r_d.
inline void add_point(std::span<const double, 3 * n_vertices> corners, const Vector& r,
                      std::array<double, n_vertices * n_vertices>& matrix) {
  const auto reference = reference_gradients(r);
  const auto t = tangents(corners, reference);
  const std::array<Vector, 3> normals{cross(t[1], t[2]), cross(t[2], t[0]), cross(t[0], t[1])};
  const double jacobian = dot(t[0], normals[0]);
  if (!(jacobian > 0))
    throw base::Error("an element is folded or left-handed: its Jacobian at (" +
                      std::to_string(r[0]) + ", " + std::to_string(r[1]) + ", " +
                      std::to_string(r[2]) + ") is " + std::to_string(jacobian) +
                      ", expected a positive one");
  std::array<Vector, n_vertices> scaled{};
  for (std::size_t a = 0; a < n_vertices; ++a)
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t c = 0; c < 3; ++c) scaled[a][c] += normals[d][c] * reference[a][d];
  for (std::size_t a = 0; a < n_vertices; ++a)
    for (std::size_t b = 0; b < n_vertices; ++b)
      matrix[a * n_vertices + b] += dot(scaled[a], scaled[b]) / jacobian;
}

}  // namespace reference

/// The stiffness matrix K_ab = integral of grad phi_a . grad phi_b over a hexahedron with trilinear
/// shape functions phi and edges that may point anywhere, [8][8], symmetric, K 1 = 0; by 2 x 2 x 2
/// Gauss points, exact for parallelepipeds, and everywhere for K on linear functions.
///
/// corners [x, y, z][2][2][2] in the order of nodes, first direction fastest. Throws base::Error if
/// the element is not right-handed or folded (Jacobian not positive at a Gauss point).
inline std::array<double, n_vertices * n_vertices> vertex_stiffness(
    std::span<const double, 3 * n_vertices> corners) {
  const double gauss = 1 / std::sqrt(3.0);
  std::array<double, n_vertices * n_vertices> matrix{};
  for (const double t : {-gauss, gauss})
    for (const double s : {-gauss, gauss})
      for (const double r : {-gauss, gauss}) reference::add_point(corners, {r, s, t}, matrix);
  return matrix;
}

}  // namespace lobatto::test
