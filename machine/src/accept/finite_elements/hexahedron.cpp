#include "accept/finite_elements/hexahedron.hpp"

#include <cmath>
#include <cstddef>

#include "base/vector3.hpp"

namespace lobatto::accept {

namespace {

using Vector = base::Vector3;

/// Values and gradients of N_a in [-1, 1]^3 at a Gauss point.
struct ShapePoint {
  CornerValues values;
  std::array<Vector, 8> gradients;
};

/// N_a = product over directions of (1 + s_d x_d) / 2, s_d = -1 or 1 the corner's side.
ShapePoint shape_at(const Vector& x) {
  ShapePoint shape{};
  for (std::size_t a = 0; a < 8; ++a) {
    Vector factor{}, slope{};
    for (std::size_t d = 0; d < 3; ++d) {
      const double side = (a >> d & 1) != 0 ? 1.0 : -1.0;
      factor[d] = 0.5 * (1 + side * x[d]);
      slope[d] = 0.5 * side;
    }
    shape.values[a] = factor[0] * factor[1] * factor[2];
    shape.gradients[a] = {slope[0] * factor[1] * factor[2], factor[0] * slope[1] * factor[2],
                          factor[0] * factor[1] * slope[2]};
  }
  return shape;
}

/// At (-+ 1, -+ 1, -+ 1) / sqrt(3); each weighs 1.
std::array<ShapePoint, 8> gauss_points() {
  const double x = 1 / std::sqrt(3.0);
  std::array<ShapePoint, 8> points{};
  for (std::size_t g = 0; g < 8; ++g)
    points[g] = shape_at({(g & 1) != 0 ? x : -x, (g & 2) != 0 ? x : -x, (g & 4) != 0 ? x : -x});
  return points;
}

/// The cofactors of the Jacobian J_dc = d x_d / d xi_c, row after row of the physical direction,
/// and its determinant.
struct Cofactors {
  std::array<Vector, 3> rows;
  double determinant;
};

Cofactors cofactors_at(const ShapePoint& shape, const CornerPoints& corners) {
  std::array<Vector, 3> jacobian{};
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t c = 0; c < 3; ++c) jacobian[d][c] += corners[a][d] * shape.gradients[a][c];
  const auto& [r, s, t] = jacobian;
  const Vector first = base::cross(s, t);
  return {{first, base::cross(t, r), base::cross(r, s)}, base::dot(r, first)};
}

/// grad N_a = cofactors grad_xi N_a / determinant.
void add_point(const ShapePoint& shape, const CornerPoints& corners, const CornerValues& source,
               ElementSystem& system) {
  const Cofactors cofactors = cofactors_at(shape, corners);
  std::array<Vector, 8> scaled{};
  double source_here = 0;
  for (std::size_t a = 0; a < 8; ++a) {
    for (std::size_t d = 0; d < 3; ++d)
      scaled[a][d] = base::dot(cofactors.rows[d], shape.gradients[a]);
    source_here += shape.values[a] * source[a];
  }
  const double factor = 1 / cofactors.determinant, weighted = cofactors.determinant * source_here;
  for (std::size_t a = 0; a < 8; ++a) {
    for (std::size_t b = a; b < 8; ++b)
      system.stiffness[a][b] += factor * base::dot(scaled[a], scaled[b]);
    system.load[a] += weighted * shape.values[a];
  }
}

}  // namespace

void hexahedron_system(const CornerPoints& corners, const CornerValues& source,
                       ElementSystem& system) {
  static const auto points = gauss_points();
  system = {};
  for (const ShapePoint& point : points) add_point(point, corners, source, system);
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < a; ++b) system.stiffness[a][b] = system.stiffness[b][a];
}

}  // namespace lobatto::accept
