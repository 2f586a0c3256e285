#pragma once

#include "accept/sweep/diamond_tables.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::accept {

inline namespace LOBATTO_LANES {

using kernels::Lanes;

/// Set-to-zero fix-up of some groups of a cell and an angle, where a face would go below 0: such
/// faces become 0 and the balance is solved anew with what is left,
///   psi = (source + sum_{d kept} c_d in_d + sum_{d set} c_d in_d / 2) / (total + sum_{d kept} c_d)
/// until none is below 0, three times at most.
struct FixUp {
  Lanes source, total;
  std::array<Lanes, 3> streaming, in;

  __attribute__((noinline)) void apply(Lanes& psi, std::array<Lanes, 3>& out) const {
    std::array<Lanes, 3> kept;  // 1, or 0 where the face is set to 0
    for (auto& one : kept) one = Lanes{} + 1.0;
    for (int repeat = 0; repeat < 3; ++repeat) {
      Lanes numerator = source, denominator = total;
      for (std::size_t d = 0; d < 3; ++d) {
        kept[d] = out[d] < 0.0 ? Lanes{} : kept[d];
        numerator += streaming[d] * in[d] * (0.5 + 0.5 * kept[d]);
        denominator += streaming[d] * kept[d];
      }
      psi = numerator / denominator;
      for (std::size_t d = 0; d < 3; ++d) out[d] = kept[d] * (2.0 * psi - in[d]);
      if (!kernels::any_negative(out[0], out[1], out[2])) return;
    }
  }
};

/// One cell, all angles of an octant, as many groups at once as a register holds. faces: of each
/// direction [angle][group], what comes in becomes what goes out. source [group]; angular_source,
/// one more per angle [angle][group] or null; flux [group] gets sum_a w_a psi_a added.
template <bool has_angular_source>
LOBATTO_INLINE void solve_cell(const DiamondTables& tables, std::size_t material,
                               const double* source, const double* angular_source,
                               const std::array<double*, 3>& faces, double* flux) {
  constexpr int n_registers = n_groups / kernels::n_lanes;
  const double* const inverses = tables.inverses.data() + material * tables.n_values();
  const double* const totals = tables.totals.data() + material * n_groups;
  const double* const cx = tables.streaming[0].data();
  const double* const cy = tables.streaming[1].data();
  const double* const cz = tables.streaming[2].data();
  const double* const weights = tables.weights.data();
  const auto [x, y, z] = faces;
  Lanes q[n_registers], sum[n_registers];
  for (int r = 0; r < n_registers; ++r) {
    q[r] = kernels::load(source + r * kernels::n_lanes);
    sum[r] = kernels::load(flux + r * kernels::n_lanes);
  }
  for (std::size_t a = 0; a < tables.n_angles; ++a) {
    kernels::unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
      const std::size_t at = a * n_groups + r * kernels::n_lanes;
      const Lanes in_x = kernels::load(x + at), in_y = kernels::load(y + at),
                  in_z = kernels::load(z + at);
      Lanes gain = q[r];
      if constexpr (has_angular_source) gain += kernels::load(angular_source + at);
      Lanes psi =
          (gain + cx[a] * in_x + cy[a] * in_y + cz[a] * in_z) * kernels::load(inverses + at);
      Lanes out_x = 2.0 * psi - in_x, out_y = 2.0 * psi - in_y, out_z = 2.0 * psi - in_z;
      if (kernels::any_negative(out_x, out_y, out_z)) [[unlikely]] {
        std::array<Lanes, 3> out{out_x, out_y, out_z};
        const FixUp fix_up{gain,
                           kernels::load(totals + r * kernels::n_lanes),
                           {Lanes{} + cx[a], Lanes{} + cy[a], Lanes{} + cz[a]},
                           {in_x, in_y, in_z}};
        fix_up.apply(psi, out);
        out_x = out[0], out_y = out[1], out_z = out[2];
      }
      kernels::store(x + at, out_x);
      kernels::store(y + at, out_y);
      kernels::store(z + at, out_z);
      sum[r] += weights[a] * psi;
    });
  }
  for (int r = 0; r < n_registers; ++r) kernels::store(flux + r * kernels::n_lanes, sum[r]);
}

}  // namespace LOBATTO_LANES
}  // namespace lobatto::accept
