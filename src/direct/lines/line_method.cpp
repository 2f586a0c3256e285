#include "direct/lines/line_method.hpp"

#include <algorithm>
#include <cmath>

#include "direct/lines/condensed_line.hpp"
#include "direct/lines/element_waves.hpp"
#include "direct/lines/line_fold.hpp"
#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {
namespace {

constexpr double bytes_of_pass = 16;  ///< that reads and writes a value

/// Per unknown and solve: on each of both ways a value passes the stages of a Fourier transform,
/// whose rows are addressed one by one and not as blocks, which takes as long as two passes more.
double packed_by_waves(double n_stages) { return 2 * bytes_of_pass * (2 + n_stages); }
/// A value is read and written once more.
constexpr double packed_by_condensation = bytes_of_pass;

template <class Fold>
LineChoice choice_of(LineMethod method, const Fold& fold, double packed_bytes) {
  LineChoice choice{method, 2 * fold.transform_flops() / fold.size(), packed_bytes, 0, 0};
  for (const auto& block : fold.blocks()) {
    choice.largest_block = std::max(choice.largest_block, 1.0 * block.size);
    choice.matrix_values += 2.0 * block.size * block.size;
  }
  return choice;
}

/// Longer lines are not folded to see what it would cost.
constexpr int longest_to_fold = 10000;

/// The same of a long line, from the sizes of its blocks: halves of symmetric lines, sixteenths
/// after three translations.
LineChoice sums_of_long_line(std::span<const double> ticks, const LineLayout& line) {
  const bool is_even = line.lower_fixed == line.upper_fixed && ticks_symmetric(ticks);
  const double parts = line.periodic && ticks_uniform(ticks) ? 16 : is_even ? 2 : 1;
  const double block = line.n_unknowns / parts;
  return {LineMethod::sums, 4 * block, 0, block, 2 * parts * block * block};
}

LineChoice waves_of_long_line(const LineLayout& line) {
  const double order = line.order, transform = 2.5 * std::log2(line.n_elements) + 8;
  const double flops = 2 * (2 * order + transform);
  const double n_stages = std::log2(line.n_elements) / 2;
  return {LineMethod::waves, flops, packed_by_waves(n_stages), order, 2 * order * line.n_unknowns};
}

LineChoice by_sums(std::span<const double> ticks, const LineLayout& line,
                   const poly::LineConditions& conditions) {
  return line.n_unknowns > longest_to_fold
             ? sums_of_long_line(ticks, line)
             : choice_of(LineMethod::sums, LineFold(ticks, line.order, conditions), 0);
}

LineChoice by_waves(const LineLayout& line) {
  if (line.n_unknowns > longest_to_fold) return waves_of_long_line(line);
  const ElementWaves waves(line.n_elements, line.order);
  return choice_of(LineMethod::waves, waves, packed_by_waves(waves.n_stages()));
}

LineChoice by_condensation(std::span<const double> ticks, const LineLayout& line,
                           const poly::LineConditions& conditions) {
  const CondensedLine condensed(ticks, line.order, conditions);
  const double interior = condensed.modes().n_interior();
  const double flops = condensed.flops() / line.n_unknowns;
  return {LineMethod::condensed, flops, packed_by_condensation, interior, interior * interior};
}

}  // namespace

LineChoice choose_line(std::span<const double> ticks, int order,
                       const poly::LineConditions& conditions, bool is_last,
                       double flops_per_byte) {
  const LineLayout line(static_cast<int>(ticks.size()) - 1, order, conditions);
  if (line.n_unknowns == 0) return {};
  LineChoice best = by_sums(ticks, line, conditions);
  const auto take = [&](const LineChoice& other) {
    if (other.cost(flops_per_byte) < best.cost(flops_per_byte)) best = other;
  };
  if (line.periodic && ticks_uniform(ticks)) take(by_waves(line));
  if (is_last) take(by_condensation(ticks, line, conditions));
  return best;
}

}  // namespace lobatto::direct
