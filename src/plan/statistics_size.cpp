#include "plan/statistics_size.hpp"

#include <algorithm>
#include <cmath>

#include "stats/moments.hpp"

namespace lobatto::plan {

namespace {

/// Columns of elements that fall together, over all ranks, and those that several ranks have, once
/// for each of them.
double statistics_columns(const cases::Case& the_case, const ElementShares& shares) {
  if (the_case.mesh_file) return shares.n_elements;
  const auto& average = the_case.statistics->average;
  const auto n = [&](int d) { return the_case.axes[d].n_elements(); };
  const auto& grid = shares.grid;
  const auto of_direction = [&](int d, int n_parts) {
    return average[d] ? n_parts : n(d);  // every part has its own sums along this direction
  };
  return static_cast<double>(of_direction(0, grid.n_x)) * of_direction(1, grid.n_y) *
         of_direction(2, grid.n_z);
}

stats::Gathered gathered_by(const cases::Case& the_case) {
  return {the_case.statistics->extent, the_case.scalars.size(), the_case.statistics->fields.size(),
          !the_case.prescribed_velocity, gathers_force(the_case)};
}

std::size_t n_averages(const stats::Gathered& gathered) {
  return stats::flow_quantities(gathered.extent, gathered.pressure).size() +
         (gathered.force ? stats::force_quantities().size() : 0) +
         gathered.n_fields * stats::field_quantities().size() +
         gathered.n_scalars * stats::scalar_quantities(gathered.extent, gathered.pressure).size();
}

/// Nodes of a column of elements that fall together.
double column_size(const cases::Case& the_case) {
  const auto& average = the_case.statistics->average;
  return std::pow(the_case.order + 1.0, std::count(average.begin(), average.end(), false));
}

}  // namespace

bool gathers_force(const cases::Case& the_case) {
  return the_case.statistics && the_case.statistics->extent == stats::Extent::full &&
         the_case.force_fluctuates && !the_case.prescribed_velocity;
}

StatisticsSize statistics_size(const cases::Case& the_case, const ElementShares& shares) {
  const stats::Gathered gathered = gathered_by(the_case);
  const double size = column_size(the_case);
  const auto n = n_averages(gathered);
  const auto cost =
      stats::moments_cost(the_case.order + 1, static_cast<std::size_t>(size), gathered);
  return {n, 8.0 * static_cast<double>(n) * size * statistics_columns(the_case, shares),
          cost.flops * shares.n_elements};
}

}  // namespace lobatto::plan
