#include "mesh/mesh_changes.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "mesh/point.hpp"

namespace lobatto::mesh {

Point Placement::turned(const Point& way) const {
  Point result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result[i] += matrix[i][j] * way[j];
  return result;
}

Point Placement::moved(const Point& point) const {
  Point result = turned(point);
  for (int i = 0; i < 3; ++i) result[i] += shift[i];
  return result;
}

Placement placement_of(const Point& scale, const Point& axis, double degrees, const Point& shift) {
  Placement placement;
  placement.shift = shift;
  const double angle = degrees * std::numbers::pi / 180.0;
  const double length = distance(axis, {}), sine = std::sin(angle), cosine = std::cos(angle);
  Point u{};
  for (int i = 0; i < 3; ++i) u[i] = length > 0.0 ? axis[i] / length : 0.0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    placement.matrix[i][i] = cosine + (1 - cosine) * u[i] * u[i];
    placement.matrix[i][j] = (1 - cosine) * u[i] * u[j] - sine * u[k];
    placement.matrix[j][i] = (1 - cosine) * u[i] * u[j] + sine * u[k];
  }
  for (auto& row : placement.matrix)
    for (int j = 0; j < 3; ++j) row[j] *= scale[j];
  return placement;
}

void place(RawMesh& mesh, const Placement& placement) {
  for (Point& point : mesh.points) point = placement.moved(point);
  const auto n = static_cast<std::size_t>(mesh.geometry_order) + 1, size = n * n * n;
  for (std::size_t first = 0; first < mesh.coordinates.size(); first += 3 * size) {
    double* x = mesh.coordinates.data() + first;
    for (std::size_t i = 0; i < size; ++i) {
      const Point moved = placement.moved({x[i], x[size + i], x[2 * size + i]});
      for (std::size_t c = 0; c < 3; ++c) x[c * size + i] = moved[c];
    }
  }
}

}  // namespace lobatto::mesh
