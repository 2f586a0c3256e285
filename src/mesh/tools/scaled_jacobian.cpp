#include "mesh/tools/mesh_quality.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/vector3.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/point.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {

ScaledJacobian::ScaledJacobian(int geometry_order) : n_(geometry_order + 1) {
  const auto nodes = poly::gauss_lobatto_legendre(n_).nodes;
  const auto places = poly::gauss_lobatto_legendre((3 * geometry_order + 1) / 2 + 1).nodes;
  value_ = poly::interpolation_matrix(nodes, places);
  derivative_ = poly::derivative_at_points(nodes, places);
}

double ScaledJacobian::smallest(const double* coordinates) const {
  std::array<std::array<std::vector<double>, 3>, 3> tangents;  // [r, s, t][x, y, z]
  const std::size_t n_nodes = static_cast<std::size_t>(n_) * n_ * n_;
  for (std::size_t c = 0; c < 3; ++c) {
    const double* u = coordinates + c * n_nodes;
    tangents[0][c] = tensor_values(value_, value_, derivative_, u);
    tangents[1][c] = tensor_values(value_, derivative_, value_, u);
    tangents[2][c] = tensor_values(derivative_, value_, value_, u);
  }
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < tangents[0][0].size(); ++i) {
    std::array<Point, 3> x{};
    double size = 1.0;
    for (std::size_t d = 0; d < 3; ++d) {
      for (std::size_t c = 0; c < 3; ++c) x[d][c] = tangents[d][c][i];
      size *= distance(x[d], {});
    }
    const auto& [r, s, t] = x;
    // An edge without length folds an element as well.
    smallest = std::min(smallest, size > 0.0 ? base::dot(r, base::cross(s, t)) / size : -1.0);
  }
  return smallest;
}

ScaledJacobians scaled_jacobians(const RawMesh& mesh) {
  const ScaledJacobian jacobian(mesh.geometry_order);
  const std::size_t n = mesh.corners.size(), size = mesh.coordinates.size() / n;
  ScaledJacobians all{std::numeric_limits<double>::infinity(), 0.0};
  for (std::size_t e = 0; e < n; ++e) {
    const double smallest = jacobian.smallest(mesh.coordinates.data() + e * size);
    all.smallest = std::min(all.smallest, smallest);
    all.mean += smallest / static_cast<double>(n);
  }
  return all;
}

}  // namespace lobatto::mesh
