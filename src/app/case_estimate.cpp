#include "app/case_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/solver_choice.hpp"
#include "kernels/advection.hpp"
#include "mesh/box_mesh.hpp"
#include "stats/moments.hpp"
#include "time/coefficients.hpp"

namespace lobatto::app {

namespace {

bool is_curved(const Case& the_case) { return the_case.map || the_case.mesh_file; }

/// Doubles a point of what improves the guesses of jacobi-cg: for each field that it solves for,
/// the corrections in single precision and three fields to work with.
double projection_doubles(const Case& the_case, std::span<const SolverChoice> solvers) {
  if (the_case.velocity_projection == 0) return 0.0;
  double n_fields = 0;
  for (const auto& choice : solvers)
    if (choice.method == "jacobi-cg") n_fields += choice.equation == "velocity" ? 3 : 1;
  return n_fields * (0.5 * the_case.velocity_projection + 3.0);
}

/// Doubles a point: three levels of velocity and explicit terms, two of pressure, forces, work
/// space of the solvers, metric terms and the projection of an iterative pressure solver.
double doubles_per_point(const Case& the_case, int n_ranks) {
  const double velocity = 2.0 * 3.0 * time::max_order;
  const double pressure = 2.0;
  const double scalars = 2.0 * time::max_order * static_cast<double>(the_case.scalars.size());
  const double forces = (the_case.flow_rate ? 1.0 : 0.0) + (the_case.body_force ? 3.0 : 0.0);
  const double workspace = is_curved(the_case) ? 22.0 : 3.0;
  const double geometry = is_curved(the_case) ? 19.0 : 0.0;
  return velocity + pressure + scalars + forces + workspace + geometry +
         projection_doubles(the_case, choose_solvers(the_case, n_ranks));
}

/// A point and solve: six dense products (even-odd halves taken).
double direct_flops(const Case& the_case) {
  double line_unknowns = 0;
  for (const auto& axis : the_case.axes) line_unknowns += axis.n_elements() * the_case.order;
  return 2.0 * line_unknowns;
}

/// FLOPs a step: advection as counted, and direct solves, or about four applications of the
/// operator a solve.
double flops_per_step(const Case& the_case, double n_elements) {
  const double n = the_case.order + 1;
  const double m = the_case.quadrature_nodes > 0   ? the_case.quadrature_nodes
                   : the_case.quadrature_nodes < 0 ? n
                                                   : std::ceil(1.5 * n);
  const int n_fields = 3 + static_cast<int>(the_case.scalars.size());
  const double points = n_elements * n * n * n;
  const double solves =
      (n_fields + 1) * points * (is_curved(the_case) ? 4.0 * 12.0 * n : direct_flops(the_case));
  return n_elements * kernels::advection_cost(n, m, n_fields).flops + solves;
}

std::string solvers_text(const Case& the_case, int n_ranks) {
  std::string text;
  for (const auto& choice : choose_solvers(the_case, n_ranks))
    text += fmt::format(
        "{:12}{}: {}; about {}{:.0f} iteratively\n", text.empty() ? "solvers" : "", choice.equation,
        choice.method + (choice.reason == "asked for" ? ", as asked for" : ", " + choice.reason),
        choice.direct > 0 ? fmt::format("{:.0f} ns a point directly, ", choice.direct)
                          : std::string("(ns a point) "),
        choice.iterative);
  return text;
}

/// Columns of elements that fall together, over all ranks, and those that several ranks have, once
/// for each of them.
double statistics_columns(const Case& the_case, const ElementShares& shares) {
  if (the_case.mesh_file) return static_cast<double>(shares.n_elements);
  const auto& average = the_case.statistics->average;
  const auto n = [&](int d) { return the_case.axes[d].n_elements(); };
  const auto grid = mesh::partition_columns(n(1), n(2), shares.n_ranks);
  const auto of_direction = [&](int d, int n_parts) {
    return average[d] ? n_parts : n(d);  // every part has its own sums along this direction
  };
  return static_cast<double>(of_direction(0, 1)) * of_direction(1, grid.n_y) *
         of_direction(2, grid.n_z);
}

std::string statistics_text(const Case& the_case, const ElementShares& shares, double points) {
  if (!the_case.statistics) return "";
  const StatisticsCase& asked = *the_case.statistics;
  const std::size_t n_quantities =
      stats::flow_quantities(asked.extent).size() +
      the_case.scalars.size() * stats::scalar_quantities(asked.extent).size();
  const auto n_kept = std::count(asked.average.begin(), asked.average.end(), false);
  const double column_size = std::pow(the_case.order + 1, n_kept);
  const double bytes =
      8.0 * static_cast<double>(n_quantities) * column_size * statistics_columns(the_case, shares);
  const auto cost = stats::moments_cost(the_case.order + 1, static_cast<std::size_t>(column_size),
                                        asked.extent, the_case.scalars.size());
  return fmt::format(
      "statistics  {} averages in {:.3g} MB ({:.3g} bytes a point), about {:.2f} GFLOP a sample\n",
      n_quantities, bytes / 1e6, bytes / points,
      cost.flops * static_cast<double>(shares.n_elements) / 1e9);
}

}  // namespace

ElementShares box_shares(const Case& the_case, int n_ranks) {
  const int n_y = the_case.axes[1].n_elements(), n_z = the_case.axes[2].n_elements();
  const auto grid = mesh::partition_columns(n_y, n_z, n_ranks);
  return {n_ranks, static_cast<long long>(the_case.axes[0].n_elements()) * n_y * n_z,
          fmt::format("a grid of {} x {} columns of elements, at most {} columns a rank", grid.n_y,
                      grid.n_z,
                      mesh::part_begin(n_y, grid.n_y, 1) * mesh::part_begin(n_z, grid.n_z, 1))};
}

ElementShares shares_of(const space::FunctionSpace& space) {
  const auto largest =
      static_cast<long long>(space.communicator().max(static_cast<double>(space.n_elements())));
  return {space.communicator().size(), space.n_global_elements(),
          fmt::format("{} elements, at most {} a rank", space.n_global_elements(), largest)};
}

std::string estimate(const Case& the_case, const ElementShares& shares) {
  const double points = static_cast<double>(shares.n_elements) * std::pow(the_case.order + 1, 3);
  const double bytes = 8.0 * doubles_per_point(the_case, shares.n_ranks) * points;
  return fmt::format(
      "on {} rank{}   {}\n"
      "memory      about {:.0f} MB of fields ({:.0f} bytes a point), {:.0f} MB a rank\n"
      "work        about {:.2f} GFLOP a step\n{}{}",
      shares.n_ranks, shares.n_ranks == 1 ? "" : "s", shares.text, bytes / 1e6, bytes / points,
      bytes / shares.n_ranks / 1e6,
      flops_per_step(the_case, static_cast<double>(shares.n_elements)) / 1e9,
      statistics_text(the_case, shares, points), solvers_text(the_case, shares.n_ranks));
}

}  // namespace lobatto::app
