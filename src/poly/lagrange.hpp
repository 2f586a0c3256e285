#pragma once

#include <span>

#include "poly/matrix.hpp"

namespace lobatto::poly {

/// I(r, i) = l_i(points[r]): values at `points` of the Lagrange polynomials of `nodes`.
/// [points.size()][nodes.size()]
Matrix interpolation_matrix(std::span<const double> nodes, std::span<const double> points);

/// D(i, j) = l'_j(nodes[i]); rows sum to zero to the last bit of the diagonal.
/// [nodes.size()][nodes.size()]
Matrix derivative_matrix(std::span<const double> nodes);

/// J(r, i) = l'_i(points[r]): derivatives at `points`. [points.size()][nodes.size()]
Matrix derivative_at_points(std::span<const double> nodes, std::span<const double> points);

}  // namespace lobatto::poly
