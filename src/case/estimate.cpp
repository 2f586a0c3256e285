#include "case/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "case/coefficient_expression.hpp"
#include "case/describe_text.hpp"
#include "case/fluctuating_force.hpp"
#include "case/kernel_choice.hpp"
#include "case/mesh_size.hpp"
#include "case/regions.hpp"
#include "case/solver_choice.hpp"
#include "case/solver_cost.hpp"
#include "kernels/advection.hpp"
#include "mesh/rank_grid.hpp"
#include "space/advection.hpp"
#include "stats/moments.hpp"
#include "time/coefficients.hpp"

namespace lobatto::cases {

namespace {

bool is_curved(const Case& the_case) { return the_case.map || the_case.mesh_file; }

/// Doubles a point of what improves the guesses of jacobi-cg: for each field that it solves for,
/// the corrections in single precision and three fields to work with.
double projection_doubles(const Case& the_case, std::span<const SolverChoice> solvers) {
  if (the_case.velocity_projection == 0) return 0.0;
  double n_fields = 0;
  for (const auto& choice : solvers)
    if (choice.method == SolverMethod::jacobi_cg) n_fields += choice.equation == "velocity" ? 3 : 1;
  return n_fields * (0.5 * the_case.velocity_projection + 3.0);
}

/// What the iterative solvers among these keep, with the numbers of shared nodes; measured.
double iterative_doubles(const Case& the_case, std::span<const SolverChoice> solvers) {
  const auto uses = [&](SolverMethod method) {
    return std::ranges::find(solvers, method, &SolverChoice::method) != solvers.end();
  };
  constexpr double of_jacobi_cg = 17.5, of_multigrid = 22.0;
  constexpr double of_tensor_cg = 7.0;  // of each equation
  const auto n_tensor_cg =
      std::ranges::count(solvers, SolverMethod::tensor_cg, &SolverChoice::method);
  return (uses(SolverMethod::jacobi_cg) ? of_jacobi_cg : 0.0) +
         of_tensor_cg * static_cast<double>(n_tensor_cg) + projection_doubles(the_case, solvers) +
         (uses(SolverMethod::schwarz_multigrid) ? of_multigrid + 0.5 * the_case.pressure_projection
                                                : 0.0);
}

bool writes_checkpoints(const Case& the_case) {
  const CheckpointCase& checkpoint = the_case.checkpoint;
  return checkpoint.final || checkpoint.every_wall || checkpoint.interval.every_steps ||
         checkpoint.interval.every_time;
}

/// What coefficients that are fields keep: three levels, scaled factors with the mass, the shear
/// rate or the capacity, and three levels of the force that a viscosity adds.
double coefficient_doubles(const Case& the_case) {
  constexpr double of_field = 12.0, of_stress = 9.0;
  constexpr double of_eddies = 2.0;
  double doubles = viscosity_is_field(the_case) ? of_field + of_stress : 0.0;
  if (the_case.subgrid) doubles += of_eddies;
  if (the_case.subgrid && the_case.subgrid->energy) doubles += of_field + 2.0 * time::max_order;
  for (const ScalarCase& scalar : the_case.scalars)
    if (diffusivity_is_field(the_case, scalar)) doubles += of_field;
  return doubles;
}

/// Doubles per point: three levels of velocity and explicit terms, two of pressure, forces, work
/// space of the solvers, metric terms, and the numbers of the nodes of a mesh.
double doubles_per_point(const Case& the_case, int n_ranks) {
  const auto n_scalars = static_cast<double>(the_case.scalars.size());
  const double state = 2.0 * time::max_order * (3.0 + n_scalars);
  const double pressure = 2.0;
  const double forces = (the_case.flow_rate ? 1.0 : 0.0) + (the_case.body_force ? 3.0 : 0.0);
  const double workspace = 4.0;
  const double geometry = is_curved(the_case) ? 24.0 : 0.0;
  const double numbers = the_case.mesh_file ? 4.0 : 0.0;
  return state + pressure + forces + workspace + geometry + numbers +
         coefficient_doubles(the_case) +
         iterative_doubles(the_case, choose_solvers(the_case, n_ranks));
}

/// The same of a checkpoint on its way to the disk: what it has, compressed and on its way to the
/// rank that writes it, by a factor as measured.
double checkpoint_doubles(const Case& the_case, int n_ranks) {
  if (!writes_checkpoints(the_case)) return 0.0;
  const auto solvers = choose_solvers(the_case, n_ranks);
  const bool has_memory = the_case.checkpoint.solver_memory &&
                          std::ranges::find(solvers, SolverMethod::schwarz_multigrid,
                                            &SolverChoice::method) != solvers.end();
  const double content = 10.0 + time::max_order * static_cast<double>(the_case.scalars.size()) +
                         (has_memory ? 0.5 * the_case.pressure_projection : 0.0);
  constexpr double on_the_way = 1.6;
  return on_the_way * content;
}

/// What the program needs without any field, with MPI, and each element of a mesh from a file.
constexpr double bytes_of_program = 53e6, bytes_of_file_element = 5e3;

/// A point and solve.
double direct_flops(const Case& the_case, int n_ranks) {
  const int last = mesh::last_of(cut_of(the_case, n_ranks));
  double flops = 0;
  for (int d = 0; d < 3; ++d) flops += direction_choice(the_case, the_case.order, d, last).flops;
  return flops;
}

/// FLOPs a step: advection as counted, and direct solves, or about four applications of the
/// operator a solve.
double flops_per_step(const Case& the_case, const ElementShares& shares) {
  const double n = the_case.order + 1;
  const double m = space::advection_nodes(the_case.order + 1, the_case.quadrature_nodes);
  const int n_fields = 3 + static_cast<int>(the_case.scalars.size());
  const double points = shares.n_elements * n * n * n;
  const double of_solve =
      is_curved(the_case) ? 4.0 * 12.0 * n : direct_flops(the_case, shares.n_ranks);
  const double solves = (n_fields + 1) * points * of_solve;
  return shares.n_elements * kernels::advection_cost(n, m, n_fields).flops + solves;
}

mesh::RankGrid grid_of(const Case& the_case, int n_ranks) {
  return mesh::choose_grid(mesh::n_elements_along(the_case.axes), n_ranks,
                           cut_of(the_case, n_ranks), regions_of_box(the_case));
}

std::string method_text(direct::LineMethod method) {
  switch (method) {
    case direct::LineMethod::waves:
      return "waves over its elements";
    case direct::LineMethod::condensed:
      return "static condensation";
    case direct::LineMethod::sums:
      break;
  }
  return "modes";
}

/// How the direct solver goes through the box, direction after direction, and why that one is last.
std::string directions_text(const Case& the_case, int n_ranks) {
  const mesh::RankGrid grid = grid_of(the_case, n_ranks);
  const auto directions = mesh::directions_up_to(grid.last);
  const int n_slabs = grid.parts()[grid.last], n_sharers = grid.parts()[directions[0]];
  std::vector<std::string> ways;
  for (const int d : directions) {
    const auto choice = direction_choice(the_case, the_case.order, d, grid.last);
    ways.push_back(fmt::format("{} by {}", direction_names[d],
                               d == grid.last && n_slabs > 1
                                   ? fmt::format("static condensation of {} slabs", n_slabs)
                                   : method_text(choice.method)));
  }
  const auto costs = costs_of_last_directions(the_case, n_ranks);
  const char* reason = the_case.last_direction ? "as asked for"
                       : costs[grid.last] > *std::ranges::min_element(costs)
                           ? "within 1 % of the cheapest"
                           : "the cheapest";
  return fmt::format(
      "{:12}directly: {}{}\n{:12}{} last, {}: x {:.3g}, y {:.3g}, z {:.3g} ns a point\n", "",
      fmt::join(ways, ", "),
      n_sharers > 1 ? fmt::format("; {} ranks share each column along {}", n_sharers,
                                  direction_names[directions[0]])
                    : "",
      "", direction_names[grid.last], reason, costs[0], costs[1], costs[2]);
}

/// "tensor-direct 9, jacobi-cg 25"
std::string costs_text(const SolverChoice& choice) {
  std::vector<std::string> costs;
  for (const auto& candidate : choice.candidates)
    costs.push_back(
        fmt::format("{} {:.3g}", word_of(solver_words(), candidate.method), candidate.cost));
  return fmt::format("{}", fmt::join(costs, ", "));
}

std::string solvers_text(const Case& the_case, int n_ranks) {
  std::string text;
  const auto choices = choose_solvers(the_case, n_ranks);
  for (const auto& choice : choices)
    text += fmt::format("{:12}{}: {}, {}; about {} ns a point\n", text.empty() ? "solvers" : "",
                        choice.equation, word_of(solver_words(), choice.method),
                        choice.reason == "asked for" ? "as asked for" : choice.reason,
                        costs_text(choice));
  const bool projects =
      the_case.velocity_projection > 0 &&
      std::ranges::find(choices, SolverMethod::jacobi_cg, &SolverChoice::method) != choices.end();
  if (projects)
    text += fmt::format(
        "            solver.projection = {}: pays where jacobi-cg takes ten iterations or more and "
        "steps have one length; elsewhere 0 is faster\n",
        the_case.velocity_projection);
  if (std::ranges::any_of(choices, uses_modes, &SolverChoice::method))
    text += directions_text(the_case, n_ranks);
  return text;
}

/// Of all ranks together, and of one with the program itself.
std::string memory_text(const Case& the_case, const ElementShares& shares, double points) {
  const double of_fields = 8.0 * doubles_per_point(the_case, shares.n_ranks);
  const double of_checkpoint = 8.0 * checkpoint_doubles(the_case, shares.n_ranks);
  std::string text = fmt::format("about {:.4g} MB of fields ({:.0f} bytes per point)",
                                 of_fields * points / 1e6, of_fields);
  if (of_checkpoint > 0)
    text += fmt::format(", {:.4g} MB more ({:.0f}) while a checkpoint is written",
                        of_checkpoint * points / 1e6, of_checkpoint);
  return text +
         fmt::format(
             "; {:.4g} MB per rank, with the program",
             field_bytes(the_case, shares.n_ranks, shares.n_elements / shares.n_ranks) / 1e6);
}

/// Columns of elements that fall together, over all ranks, and those that several ranks have, once
/// for each of them.
double statistics_columns(const Case& the_case, const ElementShares& shares) {
  if (the_case.mesh_file) return shares.n_elements;
  const auto& average = the_case.statistics->average;
  const auto n = [&](int d) { return the_case.axes[d].n_elements(); };
  const auto grid = grid_of(the_case, shares.n_ranks);
  const auto of_direction = [&](int d, int n_parts) {
    return average[d] ? n_parts : n(d);  // every part has its own sums along this direction
  };
  return static_cast<double>(of_direction(0, grid.n_x)) * of_direction(1, grid.n_y) *
         of_direction(2, grid.n_z);
}

stats::Gathered gathered_by(const Case& the_case) {
  return {the_case.statistics->extent, the_case.scalars.size(), the_case.statistics->fields.size(),
          !the_case.given_flow, gathers_force(the_case)};
}

std::size_t n_averages(const Case& the_case) {
  const stats::Gathered gathered = gathered_by(the_case);
  return stats::flow_quantities(gathered.extent, gathered.pressure).size() +
         (gathered.force ? stats::force_quantities().size() : 0) +
         gathered.n_fields * stats::field_quantities().size() +
         gathered.n_scalars * stats::scalar_quantities(gathered.extent, gathered.pressure).size();
}

/// Nodes of a column of elements that fall together.
double column_size(const Case& the_case) {
  const auto& average = the_case.statistics->average;
  return std::pow(the_case.order + 1.0, std::count(average.begin(), average.end(), false));
}

std::string statistics_text(const Case& the_case, const ElementShares& shares, double points) {
  if (!the_case.statistics) return "";
  const double bytes = statistics_bytes(the_case, shares);
  const auto cost = stats::moments_cost(
      the_case.order + 1, static_cast<std::size_t>(column_size(the_case)), gathered_by(the_case));
  return fmt::format(
      "statistics  {} averages in {:.3g} MB ({:.3g} bytes per point), about {:.3g} GFLOP per "
      "sample\n",
      n_averages(the_case), bytes / 1e6, bytes / points, cost.flops * shares.n_elements / 1e9);
}

}  // namespace

ElementShares box_shares(const Case& the_case, int rank, int n_ranks) {
  const auto n_elements = mesh::n_elements_along(the_case.axes);
  const auto grid = grid_of(the_case, n_ranks);
  return {n_ranks, box_size(the_case).n_elements,
          mesh::elements_of(grid, n_elements, rank).n_elements(),
          fmt::format("a grid of {} x {} x {}, at most {:.16g} elements per rank", grid.n_x,
                      grid.n_y, grid.n_z, mesh::elements_of(grid, n_elements, 0).n_elements())};
}

ElementShares file_shares(const mesh::HexMesh& mesh, const comm::Communicator& communicator) {
  const double own = mesh.n_local_elements();
  return {communicator.size(), static_cast<double>(mesh.n_elements), own,
          fmt::format("{} elements, at most {} per rank", mesh.n_elements, communicator.max(own))};
}

double field_bytes(const Case& the_case, int n_ranks, double n_own) {
  const double points = n_own * std::pow(the_case.order + 1.0, 3);
  const double of_elements = the_case.mesh_file ? bytes_of_file_element * n_own : 0.0;
  return bytes_of_program + of_elements +
         8.0 * points *
             (doubles_per_point(the_case, n_ranks) + checkpoint_doubles(the_case, n_ranks));
}

double statistics_bytes(const Case& the_case, const ElementShares& shares) {
  return 8.0 * static_cast<double>(n_averages(the_case)) * column_size(the_case) *
         statistics_columns(the_case, shares);
}

std::string estimate(const Case& the_case, const ElementShares& shares) {
  const double points = shares.n_elements * std::pow(the_case.order + 1.0, 3);
  return fmt::format(
      "on {} rank{}   {}\n"
      "memory      {}\n"
      "work        about {:.3g} GFLOP per step\n{}rates       {}\n{}{}",
      shares.n_ranks, shares.n_ranks == 1 ? "" : "s", shares.text,
      memory_text(the_case, shares, points), flops_per_step(the_case, shares) / 1e9,
      statistics_text(the_case, shares, points), perf::describe(the_case.rates),
      solvers_text(the_case, shares.n_ranks), describe_slow_kernels(the_case, shares.n_ranks));
}

}  // namespace lobatto::cases
