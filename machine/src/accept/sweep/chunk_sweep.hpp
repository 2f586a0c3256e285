#pragma once

#include <array>
#include <cstdint>

#include "accept/sweep/diamond_tables.hpp"

namespace lobatto::accept {

/// The cells of a rank, x fastest.
struct SweepCells {
  std::array<std::size_t, 3> counts{};
  const std::uint8_t* materials = nullptr;  ///< [cell]
  const double* source = nullptr;           ///< [cell][group]
  const double* angular_source = nullptr;   ///< [octant][cell][angle][group], or null
  double* flux = nullptr;                   ///< [cell][group], added to

  [[nodiscard]] std::size_t n_cells() const { return counts[0] * counts[1] * counts[2]; }
};

/// Fluxes of faces; what comes in becomes what goes out.
struct SweepFaces {
  double* x = nullptr;  ///< [planes of the chunk][ny][angle][group]
  double* y = nullptr;  ///< [planes of the chunk][nx][angle][group]
  double* z = nullptr;  ///< [ny][nx][angle][group]
};

/// One octant through the planes [first, last) of z, each cell after those that it gets particles
/// from.
void sweep_chunk(const DiamondTables& tables, const SweepCells& cells, int octant,
                 std::size_t first, std::size_t last, const SweepFaces& faces);

}  // namespace lobatto::accept
