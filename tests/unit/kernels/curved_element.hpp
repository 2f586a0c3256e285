#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/geometric_factors.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::kernels::test {

using Point = std::array<double, 3>;

/// A map of the reference cube, not axis-aligned anywhere.
inline Point affine_map(const Point& r) {
  return {0.3 + 0.8 * r[0] + 0.1 * r[1] - 0.2 * r[2], -0.1 * r[0] + 0.6 * r[1] + 0.15 * r[2],
          1.0 + 0.05 * r[0] - 0.2 * r[1] + 0.5 * r[2]};
}

/// Every edge and face bends.
inline Point curved_map(const Point& r) {
  return {r[0] + 0.15 * std::sin(1.5 * r[1]) * std::cos(r[2]),
          0.7 * r[1] + 0.1 * std::sin(2.0 * r[2] + r[0]),
          1.2 * r[2] + 0.12 * std::cos(1.3 * r[0]) * std::sin(r[1])};
}

/// One element under a map, with its geometry.
struct CurvedElement {
  template <class Map>
  CurvedElement(int n_nodes, Map&& map)
      : n(n_nodes),
        size(static_cast<std::size_t>(n) * n * n),
        quadrature(poly::gauss_lobatto_legendre(n)),
        derivative(poly::derivative_matrix(quadrature.nodes)),
        metric(9 * size),
        stiffness(6 * size),
        mass(size) {
    const auto& r = quadrature.nodes;
    for (auto& x : coordinates) x.resize(size);
    for (std::size_t q = 0; q < size; ++q) {
      const auto i = static_cast<int>(q);
      const Point x = map({r[i % n], r[i / n % n], r[i / (n * n)]});
      for (int d = 0; d < 3; ++d) coordinates[d][q] = x[d];
    }
    smallest = compute_geometry(n, derivative.values, quadrature.weights,
                                {coordinates[0], coordinates[1], coordinates[2]},
                                {metric, stiffness, mass});
  }

  [[nodiscard]] LineRule rule() const { return {n, derivative.values, quadrature.weights}; }

  /// f(x, y, z) at the nodes.
  template <class Function>
  [[nodiscard]] std::vector<double> evaluate(Function&& f) const {
    std::vector<double> values(size);
    for (std::size_t q = 0; q < size; ++q)
      values[q] = f(coordinates[0][q], coordinates[1][q], coordinates[2][q]);
    return values;
  }

  int n;
  std::size_t size;
  poly::Quadrature quadrature;
  poly::Matrix derivative;
  std::array<std::vector<double>, 3> coordinates;
  std::vector<double> metric, stiffness, mass;
  SmallestJacobian smallest;
};

}  // namespace lobatto::kernels::test
