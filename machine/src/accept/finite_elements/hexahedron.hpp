#pragma once

#include <array>

namespace lobatto::accept {

/// What is given at the eight corners of a hexahedron, corner a at (a & 1, a >> 1 & 1, a >> 2 & 1).
using CornerPoints = std::array<std::array<double, 3>, 8>;
using CornerValues = std::array<double, 8>;

/// Of one element: K_ab = integral of grad N_a . grad N_b, symmetric, and f_a = integral of N_a f.
struct ElementSystem {
  std::array<CornerValues, 8> stiffness;
  CornerValues load;
};

/// The system of a hexahedron with trilinear N_a, for a source given at its corners, by 2 x 2 x 2
/// Gauss points.
void hexahedron_system(const CornerPoints& corners, const CornerValues& source,
                       ElementSystem& system);

/// Of hexahedron_system. At each of 8 Gauss points: the Jacobian 144, its cofactors and determinant
/// 32, gradients of N_a 120, K_ab with b >= a 253, source and load 34.
inline constexpr double hexahedron_flops = 8 * (144 + 32 + 120 + 253 + 34);

}  // namespace lobatto::accept
