#pragma once

#include <array>
#include <span>

#include "precond/coarse_problem.hpp"

namespace lobatto::precond {

/// The stiffness matrix K_ab = integral of grad phi_a . grad phi_b over a hexahedron with trilinear
/// shape functions phi and edges that may point anywhere, [8][8], symmetric, K 1 = 0; by 2 x 2 x 2
/// Gauss points, exact for parallelepipeds, and everywhere for K on linear functions.
///
/// corners [x, y, z][2][2][2] in the order of nodes, first direction fastest. Throws base::Error if
/// the element is not right-handed or folded (Jacobian not positive at a Gauss point).
std::array<double, n_vertices * n_vertices> vertex_stiffness(
    std::span<const double, 3 * n_vertices> corners);

}  // namespace lobatto::precond
