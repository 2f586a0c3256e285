#include "plan/solver_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/expressions/coefficient_expression.hpp"
#include "extruded/extruded_plan.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "mesh/rank_grid.hpp"
#include "plan/shares.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"

namespace lobatto::plan {

namespace {

// Iterations per step of flows that are resolved, with the default tolerances
// (docs/performance.md): cases/duct-iterative.toml takes 5 for the pressure from its projection and
// 3 for the velocity, to which the first residual adds one. Where a coefficient is a field
// jacobi-cg takes 4 in cases/tgv-les.toml and 12 where it varies by a fifth, tensor-cg 3 to 4.
constexpr double pressure_iterations = 5;
constexpr double cg_iterations = 4;
constexpr double field_cg_iterations = 10;
constexpr double tensor_cg_iterations = 4;
/// With a target CFL number, in flows past bodies.
constexpr double steps_of_one_length = 50;

constexpr double double_bytes = sizeof(double);

double points_of_element(const cases::Case& the_case) { return element_shape(the_case).points(); }

/// Of a rank.
double n_points(const cases::Case& the_case, int n_ranks) {
  if (the_case.mesh_file) return std::numeric_limits<double>::infinity();
  return std::max(1.0, box_size(the_case).n_elements / n_ranks) * points_of_element(the_case);
}

/// A sum over all ranks.
perf::Work sum_work(double points, int n_ranks) {
  perf::Work work;
  work.messages = perf::messages_of_sum(n_ranks) / points;
  return work;
}

/// The sums over shared nodes of elements with n nodes: nodes on faces are read and written, those
/// of the faces of a rank's cube of elements travel.
perf::Work gather_scatter_work(const kernels::ElementShape& shape, double n_elements, int n_ranks,
                               double bytes_a_value) {
  perf::Work work;
  const double inner = std::pow(shape.n - 2.0, shape.n_directions());
  const double on_faces = shape.points() - inner, n_directions = shape.n_directions();
  work.pack_bytes = 2 * bytes_a_value * on_faces * n_elements;
  if (n_ranks == 1) return work;
  work.messages = std::min(2 * n_directions, n_ranks - 1.0);
  work.message_bytes = bytes_a_value * work.messages * shape.n_rows() *
                       std::pow(n_elements, (n_directions - 1) / n_directions);
  return work;
}

/// Of one exchange there and back over a direction that n ranks share.
void add_transposes(perf::Work& work, int n, double values, double points) {
  if (n == 1) return;
  work.messages += 2 * (n - 1) / points;
  work.message_bytes += 2 * double_bytes * values * (n - 1) / n;
}

/// The operator on one field, its sums over shared nodes, and a sum over all ranks.
perf::Work operator_work(const cases::Case& the_case, int n_ranks, bool by_factors) {
  const double size = points_of_element(the_case), points = n_points(the_case, n_ranks);
  const auto shape = element_shape(the_case);
  const auto cost = by_factors ? kernels::general_helmholtz_cost(shape, true)
                               : kernels::box_helmholtz_cost(shape);
  perf::Work work;
  work.operator_flops = cost.flops / size;
  work.stream_bytes = cost.bytes / size;
  if (std::isfinite(points))
    work = work + gather_scatter_work(shape, points / size, n_ranks, double_bytes) * (1 / points);
  return work + sum_work(points, n_ranks);
}

/// Two exchanges of layers and three sums over shared nodes on each level, and two products with
/// the vertices' solver, which exchanges as a sum does.
perf::Work cycle_messages(const cases::Case& the_case, int n_ranks) {
  const double points = n_points(the_case, n_ranks);
  perf::Work work;
  if (!std::isfinite(points)) return work;
  for (const int n : precond::smoothed_levels(the_case.order + 1))
    work = work + gather_scatter_work({n, the_case.plane}, points / points_of_element(the_case),
                                      n_ranks, sizeof(float)) *
                      5;
  return work * (1 / points) + sum_work(points, n_ranks);
}

/// Two values per byte where the preconditioner works in single precision.
perf::Work cycle_work(const cases::Case& the_case, int n_ranks) {
  const bool is_double = the_case.iterative_pressure.double_precision;
  const int bytes = is_double ? sizeof(double) : sizeof(float);
  const double size = points_of_element(the_case);
  const auto cost = precond::box_cycle_cost(element_shape(the_case), bytes);
  perf::Work work;
  work.batch_flops = cost.flops / size * (is_double ? 2 : 1);
  work.stream_bytes = cost.bytes / size;
  return work + cycle_messages(the_case, n_ranks);
}

/// Of direct solves that take direction `last` at the end.
perf::Work direct_work(const cases::Case& the_case, const Grounds& grounds, int last) {
  const int n_ranks = grounds.n_ranks;
  perf::Work work;
  for (int d = 0; d < 3; ++d) {
    const auto line = direction_choice(the_case, grounds, the_case.order, d, last);
    work.product_flops += line.flops;
    work.pack_bytes += line.packed_bytes;
  }
  const auto n_elements = mesh::n_elements_along(the_case.axes);
  const auto parts = mesh::choose_grid(n_elements, n_ranks, mesh::slabs_along(last)).parts();
  const auto [first, second, third] = mesh::directions_up_to(last);
  // As TensorSolver::bytes().
  const bool cuts_columns = parts[first] > 1, deals_planes = cuts_columns || parts[second] > 1;
  const double fields = cuts_columns ? 10 : 2;
  const double passes = 4 + (deals_planes ? 4 : 0) + (parts[third] > 1 ? 2 : 0);
  work.stream_bytes = double_bytes * (fields + passes);
  const double points = n_points(the_case, n_ranks);
  add_transposes(work, parts[first], 1, points);
  add_transposes(work, parts[second], 1, points);
  const double own = std::max(1, n_elements[third] / parts[third]);
  add_transposes(work, parts[third], 2 / (own * the_case.order), points);  // the ends of slabs
  return work;
}

}  // namespace

direct::LineChoice direction_choice(const cases::Case& the_case, const Grounds& grounds, int order,
                                    int direction, int last) {
  if (the_case.plane && direction == 2) return {};
  const mesh::Axis& axis = the_case.axes[direction];
  const auto end = axis.periodic ? poly::EndCondition::periodic : poly::EndCondition::neumann;
  return direct::choose_line(axis.ticks, order, {end, end}, direction == last,
                             perf::flops_per_byte(grounds.rates));
}

std::array<double, 3> costs_of_last_directions(const cases::Case& the_case,
                                               const Grounds& grounds) {
  std::array<double, 3> costs{};
  for (int last = 0; last < 3; ++last)
    costs[last] = nanoseconds(direct_work(the_case, grounds, last), grounds);
  return costs;
}

int last_direction(const cases::Case& the_case, const Grounds& grounds) {
  if (the_case.plane) return 1;
  if (the_case.last_direction) return *the_case.last_direction;
  constexpr double clearly = 0.99;
  const auto costs = costs_of_last_directions(the_case, grounds);
  int best = 2;
  for (const int d : {1, 0})
    if (costs[d] < clearly * costs[best]) best = d;
  return best;
}

perf::Work direct_work(const cases::Case& the_case, const Grounds& grounds) {
  return direct_work(the_case, grounds, last_direction(the_case, grounds));
}

perf::Work extruded_work(const extruded::ExtrudedPlan& plan, int n_components, int n_ranks,
                         bool keeps_factors) {
  const double n_columns = static_cast<double>(plan.skeleton().n_columns()) / n_ranks;
  const int n_groups = plan.most_groups(n_ranks);
  const auto of_columns = plan.cost_of_columns(n_columns, 1);
  perf::Work work;
  work.product_flops = of_columns.flops;
  work.pack_bytes = of_columns.bytes;
  work.stream_bytes = plan.cost_of_group(1).bytes * n_groups / n_components;
  if (n_ranks > 1) {
    work.messages = 2.0 * (n_ranks - 1) / n_components;
    work.message_bytes = plan.bytes_exchanged();
  }
  if (!keeps_factors)
    work.product_flops += plan.factorization_flops_of_group() * n_groups /
                          (part_of_products_in_factors * n_components * steps_of_one_length);
  return work * (1 / (n_columns * plan.points_of_column()));
}

perf::Work multigrid_work(const cases::Case& the_case, int n_ranks) {
  const double k = pressure_iterations,
               n_solutions = the_case.iterative_pressure.projection_vectors;
  perf::Work vectors;  // as SchwarzPoisson and SolutionProjection count them
  vectors.stream_bytes = (8 * k + 48) * k + (n_solutions > 0 ? 32 * n_solutions + 212 : 0);
  const double n_operators = k + 1 + (n_solutions > 0 ? 2 : 0);
  return cycle_work(the_case, n_ranks) * k +
         operator_work(the_case, n_ranks, the_case.has_curved_elements()) * n_operators +
         sum_work(n_points(the_case, n_ranks), n_ranks) * k + vectors;
}

perf::Work jacobi_cg_work(const cases::Case& the_case, int n_ranks, bool coefficient_is_field) {
  perf::Work iteration =
      operator_work(the_case, n_ranks, coefficient_is_field || the_case.has_curved_elements());
  iteration.stream_bytes += krylov::MergedConjugateGradients::iteration_cost(1, true).bytes;
  return iteration * (coefficient_is_field ? field_cg_iterations : cg_iterations);
}

perf::Work tensor_cg_work(const cases::Case& the_case, const Grounds& grounds) {
  const int n_ranks = grounds.n_ranks;
  perf::Work iteration = operator_work(the_case, n_ranks, true) + direct_work(the_case, grounds) +
                         sum_work(n_points(the_case, n_ranks), n_ranks) * 2;
  iteration.stream_bytes += krylov::ConjugateGradients::cost(1, 1).bytes;
  return iteration * tensor_cg_iterations;
}

int expected_iterations(const cases::Case& the_case, const SolverChoice& choice) {
  const auto scalar =
      std::ranges::find(the_case.scalars, choice.equation, &cases::ScalarCase::name);
  const bool is_field = scalar == the_case.scalars.end() ? viscosity_is_field(the_case)
                                                         : diffusivity_is_field(the_case, *scalar);
  switch (choice.method) {
    case cases::SolverMethod::schwarz_multigrid:
      return static_cast<int>(pressure_iterations);
    case cases::SolverMethod::tensor_cg:
      return static_cast<int>(tensor_cg_iterations);
    case cases::SolverMethod::jacobi_cg:
      return static_cast<int>(is_field ? field_cg_iterations : cg_iterations);
    case cases::SolverMethod::automatic:
    case cases::SolverMethod::tensor_direct:
    case cases::SolverMethod::extruded_direct:
      break;
  }
  return 0;
}

double nanoseconds(const perf::Work& work, const Grounds& grounds) {
  return 1e9 * perf::seconds_of(work, grounds.rates, grounds.n_ranks);
}

}  // namespace lobatto::plan
