#pragma once

#include <span>

#include "poly/line_operators.hpp"

namespace lobatto::direct {

/// How a direction is solved: by its modes, folded by sums and differences (LineFold) or by waves
/// over equal elements (ElementWaves), or, the last direction alone, by static condensation
/// (CondensedLine).
enum class LineMethod { sums, waves, condensed };

/// The cheapest method, and what it counts.
struct LineChoice {
  LineMethod method = LineMethod::sums;
  double flops = 0;          ///< of a whole solve (both transforms) per unknown
  double packed_bytes = 0;   ///< that it moves within caches besides, per unknown
  double largest_block = 0;  ///< unknowns of the largest dense matrix
  double matrix_values = 0;  ///< of all of them

  /// Operations that products make in the time of a solve, per unknown.
  [[nodiscard]] double cost(double flops_per_byte) const {
    return flops + flops_per_byte * packed_bytes;
  }
};

/// flops_per_byte: what products compute in the time in which a byte is packed; see
/// perf::MachineRates.
LineChoice choose_line(std::span<const double> ticks, int order,
                       const poly::LineConditions& conditions, bool is_last, double flops_per_byte);

}  // namespace lobatto::direct
