#pragma once

#include <array>
#include <vector>

#include "base/vector3.hpp"

namespace lobatto::accept {

using Vector = base::Vector3;

/// A direction of flight, and the part of all directions that it stands for.
struct Ordinate {
  Vector cosines{};  ///< of length 1
  double weight = 0;
};

/// The ordinates of the first octant, all cosines above 0; the other octants mirror them. Weights
/// sum to 1/8, so that the scalar flux is the mean over directions.
///
/// Product quadrature: 2 n_polar Gauss-Legendre nodes for the cosine to z, 4 n_azimuthal angles
/// around z, evenly spread and equally weighted. All octants together are exact for polynomials of
/// the cosines up to degree min(4 n_polar, 4 n_azimuthal) - 1.
std::vector<Ordinate> product_quadrature(int n_polar, int n_azimuthal);

inline constexpr int n_octants = 8;

/// Where the particles of an octant fly, +1 or -1 per direction. Octants follow each other in the
/// order in which they are swept: both of z one after the other, then the next quarter of x and y,
/// with one sign changed. A corner of the ranks has then all that it needs for the next quarter as
/// soon as it is done with this one.
constexpr std::array<int, 3> octant_signs(int octant) {
  const int quarter = octant / 2;
  return {quarter == 0 || quarter == 3 ? 1 : -1, quarter < 2 ? 1 : -1, octant % 2 == 0 ? 1 : -1};
}

}  // namespace lobatto::accept
