#include "plan/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/advection/advection.hpp"
#include "plan/describe.hpp"
#include "plan/kernel_choice.hpp"
#include "plan/layers.hpp"
#include "plan/memory.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"
#include "plan/splitting_cost.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "precond/coarse/coarse_solvers.hpp"
#include "space/advection.hpp"
#include "time/runge_kutta.hpp"

namespace lobatto::plan {

namespace {

/// A point and solve.
double direct_flops(const cases::Case& the_case, const Grounds& grounds) {
  const int last = mesh::last_of(cut_of(the_case, grounds));
  double flops = 0;
  for (int d = 0; d < 3; ++d)
    flops += direction_choice(the_case, grounds, the_case.order, d, last).flops;
  return flops;
}

/// Of one equation: direct solves as counted, or about four applications of the operator each.
double flops_of_solves(const cases::Case& the_case, const Grounds& grounds,
                       const SolverChoice& choice, double points) {
  const double n_solves = choice.equation == "velocity" ? 3 : 1;
  switch (choice.method) {
    case cases::SolverMethod::extruded_direct:
      return flops_on_layers(grounds, choice.equation);
    case cases::SolverMethod::tensor_direct:
      return n_solves * points * direct_flops(the_case, grounds);
    default:
      return n_solves * points * 4 * 12 * (the_case.order + 1);
  }
}

/// How often advection is evaluated in a step: once, or in all sub-steps of characteristics; where
/// the step is given, one an interval.
int advections_per_step(const cases::Case& the_case) {
  if (!the_case.along_characteristics) return 1;
  return the_case.time_order * time::RungeKutta::n_stages *
         time::advection_steps(the_case.cfl.value_or(0));
}

/// FLOPs per step: advection as counted, and solves.
double flops_per_step(const cases::Case& the_case, const Grounds& grounds, double n_elements) {
  const double n = the_case.order + 1;
  const double m = space::advection_nodes(the_case.order + 1, the_case.quadrature_nodes);
  const double points = n_elements * element_shape(the_case).points();
  double solves = 0;
  for (const SolverChoice& choice : choose_solvers(the_case, grounds))
    solves += flops_of_solves(the_case, grounds, choice, points);
  const int n_advected = cases::n_advected_fields(the_case);
  const auto advection = the_case.plane ? kernels::plane_advection_cost(n, m, n_advected)
                                        : kernels::advection_cost(n, m, n_advected);
  return n_elements * advection.flops * advections_per_step(the_case) + solves;
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
std::string directions_text(const cases::Case& the_case, const Grounds& grounds,
                            const mesh::RankGrid& grid) {
  const auto directions = mesh::directions_up_to(grid.last);
  const int n_slabs = grid.parts()[grid.last], n_sharers = grid.parts()[directions[0]];
  std::vector<std::string> ways;
  for (const int d : directions) {
    const auto choice = direction_choice(the_case, grounds, the_case.order, d, grid.last);
    ways.push_back(fmt::format("{} by {}", direction_names[d],
                               d == grid.last && n_slabs > 1
                                   ? fmt::format("static condensation of {} slabs", n_slabs)
                                   : method_text(choice.method)));
  }
  const auto costs = costs_of_last_directions(the_case, grounds);
  const char* reason = the_case.last_direction ? "as asked for"
                       : costs[grid.last] > *std::ranges::min_element(costs)
                           ? "within 1 % of the cheapest"
                           : "the cheapest";
  return fmt::format(
      "{:12}directly: {}{}\n{:12}{} last, {}: x {:.3g}, y {:.3g}, z {:.3g} ns per point\n", "",
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
        fmt::format("{} {:.3g}", word_of(cases::solver_words(), candidate.method), candidate.cost));
  return fmt::format("{}", fmt::join(costs, ", "));
}

/// Where the coarse problem is left to a factor that every rank holds whole and that is too large
/// for it; a mesh has about as many vertices as elements.
std::string coarse_text(const cases::Case& the_case, const Grounds& grounds, double n_elements) {
  const auto n = static_cast<std::int64_t>(n_elements);
  if (n <= precond::max_cholesky_vertices || !takes_multigrid(the_case, grounds)) return "";
  const bool is_box = obstacle_to_direct_solves(the_case).empty();
  const auto kind = the_case.iterative_pressure.coarse.value_or(precond::choose_coarse_solver(
      is_box, n, precond::has_boomer_amg(), grounds.n_ranks, grounds.rates));
  if (kind != precond::CoarseKind::sparse_cholesky) return "";
  return fmt::format(
      "{:12}coarse problem: sparse-cholesky, a factor of about {:.3g} vertices on every rank, "
      "which "
      "takes long to make and much memory; boomer-amg (a build with hypre) serves any number of "
      "ranks, schwarz 2 to {}\n",
      "", n_elements, precond::max_cholesky_vertices);
}

std::string solvers_text(const cases::Case& the_case, const Grounds& grounds,
                         const ElementShares& shares) {
  std::string text;
  const auto choices = choose_solvers(the_case, grounds);
  for (const auto& choice : choices)
    text += fmt::format("{:12}{}: {}, {}; about {} ns per point\n", text.empty() ? "solvers" : "",
                        choice.equation, word_of(cases::solver_words(), choice.method),
                        choice.reason == "asked for" ? "as asked for" : choice.reason,
                        costs_text(choice));
  const bool projects = the_case.iterative_velocity.projection_vectors > 0 &&
                        std::ranges::find(choices, cases::SolverMethod::jacobi_cg,
                                          &SolverChoice::method) != choices.end();
  if (projects)
    text += fmt::format(
        "            solver.projection = {}: pays where jacobi-cg takes ten iterations or more and "
        "steps have one length; elsewhere 0 is faster\n",
        the_case.iterative_velocity.projection_vectors);
  text += describe_layers(the_case, grounds);
  if (std::ranges::any_of(choices, uses_modes, &SolverChoice::method))
    text += directions_text(the_case, grounds, shares.grid);
  return text + coarse_text(the_case, grounds, shares.n_elements);
}

/// Of all ranks together, and of one with the program itself.
std::string memory_text(const cases::Case& the_case, const Grounds& grounds, double n_elements,
                        double points) {
  const double of_fields = 8.0 * doubles_per_point(the_case, grounds);
  const double of_checkpoint = 8.0 * checkpoint_doubles(the_case, grounds);
  std::string text = fmt::format("about {:.4g} MB of fields ({:.0f} bytes per point)",
                                 of_fields * points / 1e6, of_fields);
  if (of_checkpoint > 0)
    text += fmt::format(", {:.4g} MB more ({:.0f}) while a checkpoint is written",
                        of_checkpoint * points / 1e6, of_checkpoint);
  const double of_layers = bytes_on_layers(the_case, grounds);
  if (of_layers > 0) text += fmt::format(", {:.4g} MB of the solvers on layers", of_layers / 1e6);
  return text +
         fmt::format(
             "; {:.4g} MB per rank, with the program",
             (field_bytes(the_case, grounds, n_elements / grounds.n_ranks) + of_layers) / 1e6);
}

}  // namespace

std::string estimate(const cases::Case& the_case, const Grounds& grounds,
                     const ElementShares& shares, const std::string& of_others) {
  const double points = shares.n_elements * element_shape(the_case).points();
  return fmt::format(
      "on {} rank{}   {}\n"
      "memory      {}\n"
      "work        about {:.3g} GFLOP per step\n{}{}rates       {}\n{}{}",
      grounds.n_ranks, grounds.n_ranks == 1 ? "" : "s", shares.text,
      memory_text(the_case, grounds, shares.n_elements, points),
      flops_per_step(the_case, grounds, shares.n_elements) / 1e9,
      describe_splitting(the_case, grounds), of_others, perf::describe(grounds.rates),
      solvers_text(the_case, grounds, shares), describe_slow_kernels(the_case, grounds));
}

}  // namespace lobatto::plan
