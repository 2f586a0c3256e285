#pragma once

#include "kernels/advection/advection.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::kernels::test {

/// The rule of n GLL nodes and m Gauss points.
inline AdvectionRule over_integration(int n, int m) {
  const auto nodes = poly::gauss_lobatto_legendre(n);
  const auto points = poly::gauss_legendre(m);
  return {n,
          m,
          poly::interpolation_matrix(nodes.nodes, points.nodes).values,
          poly::derivative_at_points(nodes.nodes, points.nodes).values,
          points.weights,
          nodes.weights};
}

/// The rule of the n GLL nodes themselves.
inline AdvectionRule collocation(int n) {
  const auto nodes = poly::gauss_lobatto_legendre(n);
  return {n,
          n,
          poly::interpolation_matrix(nodes.nodes, nodes.nodes).values,
          poly::derivative_matrix(nodes.nodes).values,
          nodes.weights,
          nodes.weights};
}

}  // namespace lobatto::kernels::test
