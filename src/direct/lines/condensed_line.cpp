#include "direct/lines/condensed_line.hpp"

#include <algorithm>
#include <cmath>

#include "poly/quadrature.hpp"

namespace lobatto::direct {
namespace {

/// Lengths that differ by less are those of equal elements, cut by arithmetic: relative to the
/// whole line, like the symmetries of LineFold.
constexpr double same_length = 1e-15;

std::vector<double> assembled_mass(std::span<const double> ticks, const LineLayout& line) {
  const std::vector<double> weights = poly::gauss_lobatto_legendre(line.order + 1).weights;
  std::vector<double> mass(static_cast<std::size_t>(line.n_nodes), 0.0);
  for (int e = 0; e < line.n_elements; ++e)
    for (int i = 0; i <= line.order; ++i)
      mass[e * line.order + i] += 0.5 * (ticks[e + 1] - ticks[e]) * weights[i];
  if (line.periodic) mass.front() += mass.back();
  const auto first = mass.begin() + line.first_unknown;
  return {first, first + line.n_unknowns};
}

}  // namespace

CondensedLine::CondensedLine(std::span<const double> ticks, int order,
                             const poly::LineConditions& conditions)
    : layout_(static_cast<int>(ticks.size()) - 1, order, conditions),
      modes_(order),
      mass_(assembled_mass(ticks, layout_)) {
  const double resolution = same_length * std::max(std::abs(ticks.front()), std::abs(ticks.back()));
  for (std::size_t e = 0; e + 1 < ticks.size(); ++e) {
    const double half = 0.5 * (ticks[e + 1] - ticks[e]);
    const auto same = std::ranges::find_if(
        half_lengths_, [&](double other) { return std::abs(other - half) <= resolution; });
    kinds_.push_back(static_cast<int>(same - half_lengths_.begin()));
    if (same == half_lengths_.end()) half_lengths_.push_back(half);
  }
}

double CondensedLine::flops() const {
  const double even = modes_.even().size, odd = modes_.odd().size, m = modes_.n_interior();
  const double interior = 4 * (even * even + odd * odd) + 2 * m + 8 * m, end = 24;
  const double of_kinds = static_cast<double>(half_lengths_.size()) * 6 * m;
  return layout_.n_elements * (interior + end) + of_kinds;
}

std::string CondensedLine::description() const {
  return "condensed " + std::to_string(layout_.n_elements) + " x " + std::to_string(layout_.order);
}

}  // namespace lobatto::direct
