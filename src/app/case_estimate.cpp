#include "app/case_estimate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/solver_choice.hpp"
#include "kernels/advection.hpp"
#include "mesh/box_mesh.hpp"
#include "time/coefficients.hpp"

namespace lobatto::app {

namespace {

/// Doubles a point: three levels of velocity and explicit terms, two of pressure, forces, work
/// space of the solvers.
double doubles_per_point(const Case& the_case) {
  const double velocity = 2.0 * 3.0 * time::max_order;
  const double pressure = 2.0;
  const double scalars = 2.0 * time::max_order * static_cast<double>(the_case.scalars.size());
  const double forces = (the_case.flow_rate ? 1.0 : 0.0) + (the_case.body_force ? 3.0 : 0.0);
  const double workspace = 3.0;
  return velocity + pressure + scalars + forces + workspace;
}

/// FLOPs a step: advection as counted, and six dense products a solve in each direction (even-odd
/// halves taken).
double flops_per_step(const Case& the_case, double n_elements) {
  const double n = the_case.order + 1;
  const double m = the_case.quadrature_nodes > 0   ? the_case.quadrature_nodes
                   : the_case.quadrature_nodes < 0 ? n
                                                   : std::ceil(1.5 * n);
  const int n_fields = 3 + static_cast<int>(the_case.scalars.size());
  double line_unknowns = 0;
  for (const auto& axis : the_case.axes) line_unknowns += axis.n_elements() * the_case.order;
  const double points = n_elements * n * n * n;
  const double solves = (n_fields + 1) * 2.0 * line_unknowns * points;
  return n_elements * kernels::advection_cost(n, m, n_fields).flops + solves;
}

std::string solvers_text(const Case& the_case, int n_ranks) {
  std::string text;
  for (const auto& choice : choose_solvers(the_case, n_ranks))
    text += fmt::format(
        "{:12}{}: {}; about {:.0f} ns a point directly, {:.0f} iteratively\n",
        text.empty() ? "solvers" : "", choice.equation,
        choice.method + (choice.reason == "asked for" ? ", as asked for" : ", " + choice.reason),
        choice.direct, choice.iterative);
  return text;
}

}  // namespace

std::string estimate(const Case& the_case, int n_ranks) {
  const int n_y = the_case.axes[1].n_elements();
  const int n_z = the_case.axes[2].n_elements();
  const auto grid = mesh::partition_columns(n_y, n_z, n_ranks);
  const double n_elements = static_cast<double>(the_case.axes[0].n_elements()) * n_y * n_z;
  const double points = n_elements * std::pow(the_case.order + 1, 3);
  const double bytes = 8.0 * doubles_per_point(the_case) * points;
  return fmt::format(
      "on {} rank{}   a grid of {} x {} columns of elements, at most {} columns a rank\n"
      "memory      about {:.0f} MB of fields ({:.0f} bytes a point), {:.0f} MB a rank\n"
      "work        about {:.2f} GFLOP a step with direct solves\n{}",
      n_ranks, n_ranks == 1 ? "" : "s", grid.n_y, grid.n_z,
      mesh::part_begin(n_y, grid.n_y, 1) * mesh::part_begin(n_z, grid.n_z, 1), bytes / 1e6,
      bytes / points, bytes / n_ranks / 1e6, flops_per_step(the_case, n_elements) / 1e9,
      solvers_text(the_case, n_ranks));
}

}  // namespace lobatto::app
