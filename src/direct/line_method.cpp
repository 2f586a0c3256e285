#include "direct/line_method.hpp"

#include <algorithm>
#include <cmath>

#include "direct/condensed_line.hpp"
#include "direct/element_waves.hpp"
#include "direct/line_fold.hpp"
#include "direct/line_layout.hpp"

namespace lobatto::direct {
namespace {

/// Of the passes over the lanes, a way for waves, a solve for condensation.
constexpr double passes_of_waves = 40, passes_of_condensation = 10;

template <class Fold>
LineChoice choice_of(LineMethod method, const Fold& fold, double passes) {
  const double flops = 2 * fold.transform_flops() / fold.size();
  LineChoice choice{method, flops, flops + 2 * passes, 0, 0};
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
  return {LineMethod::sums, 4 * block, 4 * block, block, 2 * parts * block * block};
}

LineChoice waves_of_long_line(const LineLayout& line) {
  const double order = line.order, transform = 2.5 * std::log2(line.n_elements) + 8;
  const double flops = 2 * (2 * order + transform);
  return {LineMethod::waves, flops, flops + 2 * passes_of_waves, order,
          2 * order * line.n_unknowns};
}

LineChoice by_sums(std::span<const double> ticks, const LineLayout& line,
                   const poly::LineConditions& conditions) {
  return line.n_unknowns > longest_to_fold
             ? sums_of_long_line(ticks, line)
             : choice_of(LineMethod::sums, LineFold(ticks, line.order, conditions), 0);
}

LineChoice by_waves(const LineLayout& line) {
  return line.n_unknowns > longest_to_fold
             ? waves_of_long_line(line)
             : choice_of(LineMethod::waves, ElementWaves(line.n_elements, line.order),
                         passes_of_waves);
}

LineChoice by_condensation(std::span<const double> ticks, const LineLayout& line,
                           const poly::LineConditions& conditions) {
  const CondensedLine condensed(ticks, line.order, conditions);
  const double interior = condensed.modes().n_interior();
  const double flops = condensed.flops() / line.n_unknowns;
  return {LineMethod::condensed, flops, flops + passes_of_condensation, interior,
          interior * interior};
}

}  // namespace

LineChoice choose_line(std::span<const double> ticks, int order,
                       const poly::LineConditions& conditions, bool is_last) {
  const LineLayout line(static_cast<int>(ticks.size()) - 1, order, conditions);
  if (line.n_unknowns == 0) return {};
  LineChoice best = by_sums(ticks, line, conditions);
  const auto take = [&](const LineChoice& other) {
    if (other.cost < best.cost) best = other;
  };
  if (line.periodic && ticks_uniform(ticks)) take(by_waves(line));
  if (is_last) take(by_condensation(ticks, line, conditions));
  return best;
}

}  // namespace lobatto::direct
