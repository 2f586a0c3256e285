#pragma once

#include <array>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Where a mesh file is put: a point x goes to matrix x + shift.
struct Placement {
  std::array<std::array<double, 3>, 3> matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<double, 3> shift{};

  /// Of a direction or a way between points.
  [[nodiscard]] std::array<double, 3> turned(const std::array<double, 3>& way) const;
  /// Of a point.
  [[nodiscard]] std::array<double, 3> moved(const std::array<double, 3>& point) const;
};

/// First scaled along x, y and z, then turned about the origin: by `degrees` about `axis`,
/// counter-clockwise seen against the axis (Rodrigues' formula), then shifted.
Placement placement_of(const std::array<double, 3>& scale, const std::array<double, 3>& axis,
                       double degrees, const std::array<double, 3>& shift);

/// Moves the points of a mesh and the nodes of its elements.
void place(RawMesh& mesh, const Placement& placement);

}  // namespace lobatto::mesh
