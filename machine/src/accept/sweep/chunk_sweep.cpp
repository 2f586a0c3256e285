#include "accept/sweep/chunk_sweep.hpp"

#include "accept/sweep/diamond_cell.hpp"

namespace lobatto::accept {

namespace {

/// 0, 1, ... n - 1, or the other way round.
std::size_t in_order(int sign, std::size_t step, std::size_t n) {
  return sign > 0 ? step : n - 1 - step;
}

template <bool has_angular_source>
void sweep_planes(const DiamondTables& tables, const SweepCells& cells, int octant,
                  std::size_t first, std::size_t last, const SweepFaces& faces) {
  const auto [nx, ny, nz] = cells.counts;
  const auto signs = octant_signs(octant);
  const std::size_t n = tables.n_values();
  const double* const angular_source =
      has_angular_source
          ? cells.angular_source + static_cast<std::size_t>(octant) * cells.n_cells() * n
          : nullptr;
  for (std::size_t plane = 0; plane < last - first; ++plane) {
    const std::size_t k = in_order(signs[2], plane, last - first);
    for (std::size_t row = 0; row < ny; ++row) {
      const std::size_t j = in_order(signs[1], row, ny);
      double* const x = faces.x + (k * ny + j) * n;
      for (std::size_t column = 0; column < nx; ++column) {
        const std::size_t i = in_order(signs[0], column, nx);
        const std::size_t cell = ((first + k) * ny + j) * nx + i;
        solve_cell<has_angular_source>(tables, cells.materials[cell],
                                       cells.source + cell * n_groups,
                                       has_angular_source ? angular_source + cell * n : nullptr,
                                       {x, faces.y + (k * nx + i) * n, faces.z + (j * nx + i) * n},
                                       cells.flux + cell * n_groups);
      }
    }
  }
}

}  // namespace

void sweep_chunk(const DiamondTables& tables, const SweepCells& cells, int octant,
                 std::size_t first, std::size_t last, const SweepFaces& faces) {
  if (cells.angular_source)
    sweep_planes<true>(tables, cells, octant, first, last, faces);
  else
    sweep_planes<false>(tables, cells, octant, first, last, faces);
}

}  // namespace lobatto::accept
