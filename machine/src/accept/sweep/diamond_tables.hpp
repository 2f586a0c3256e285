#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "accept/sweep/materials.hpp"
#include "accept/sweep/ordinates.hpp"
#include "base/aligned_array.hpp"

namespace lobatto::accept {

/// What the diamond difference needs of ordinates, cells and materials.
///
/// Of a cell of sides h_d: psi is its mean flux in one direction, in_d and out_d are those of its
/// faces. The balance
///   sum_d |mu_d| / h_d (out_d - in_d) + total psi = source
/// and psi = (in_d + out_d) / 2 in each direction give, with c_d = 2 |mu_d| / h_d,
///   psi = (source + sum_d c_d in_d) / (total + sum_d c_d),  out_d = 2 psi - in_d.
/// Lewis & Miller, Computational Methods of Neutron Transport (1984), sec. 4-4.
struct DiamondTables {
  DiamondTables(const std::vector<Ordinate>& ordinates, const Vector& cell_sides,
                const std::vector<Material>& materials);

  std::size_t n_angles;
  std::array<base::AlignedArray<double>, 3> streaming;  ///< c_d [angle]
  base::AlignedArray<double> weights;                   ///< [angle]
  base::AlignedArray<double> totals;                    ///< [material][group]
  base::AlignedArray<double> inverses;  ///< 1 / (total + sum_d c_d) [material][angle][group]

  [[nodiscard]] std::size_t n_values() const { return n_angles * n_groups; }  ///< of a face
};

/// Per cell, direction and group, without fix-ups: 3 products with sums for the numerator, the
/// division as a product, 3 faces of 2 each, 2 for the scalar flux.
inline constexpr double diamond_flops = 15;

}  // namespace lobatto::accept
