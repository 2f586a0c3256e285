#pragma once

#include <span>

#include "poly/line_operators.hpp"

namespace lobatto::direct {

/// How a direction is solved: by its modes, folded by sums and differences (LineFold) or by waves
/// over equal elements (ElementWaves), or, the last direction alone, by static condensation
/// (CondensedLine).
enum class LineMethod { sums, waves, condensed };

/// The cheapest method, and what it costs.
struct LineChoice {
  LineMethod method = LineMethod::sums;
  double flops = 0;  ///< of a whole solve (both transforms) per unknown
  /// The same with the passes over memory, as operations that products make in the same time
  /// (line_solve_bench).
  double cost = 0;
  double largest_block = 0;  ///< unknowns of the largest dense matrix
  double matrix_values = 0;  ///< of all of them
};

LineChoice choose_line(std::span<const double> ticks, int order,
                       const poly::LineConditions& conditions, bool is_last);

}  // namespace lobatto::direct
