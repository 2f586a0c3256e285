#include "direct/line_method.hpp"

#include <algorithm>

#include "direct/condensed_line.hpp"
#include "direct/element_waves.hpp"
#include "direct/line_fold.hpp"

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

}  // namespace

LineChoice choose_line(std::span<const double> ticks, int order,
                       const poly::LineConditions& conditions, bool is_last) {
  const int n_elements = static_cast<int>(ticks.size()) - 1;
  const LineFold sums(ticks, order, conditions);
  if (sums.size() == 0) return {};
  LineChoice best = choice_of(LineMethod::sums, sums, 0);
  const auto take = [&](const LineChoice& other) {
    if (other.cost < best.cost) best = other;
  };
  if (conditions.lower == poly::EndCondition::periodic && ticks_uniform(ticks))
    take(choice_of(LineMethod::waves, ElementWaves(n_elements, order), passes_of_waves));
  if (is_last) {
    const CondensedLine condensed(ticks, order, conditions);
    const double interior = condensed.modes().n_interior();
    const double flops = condensed.flops() / sums.size();
    take({LineMethod::condensed, flops, flops + passes_of_condensation, interior,
          interior * interior});
  }
  return best;
}

}  // namespace lobatto::direct
