#pragma once

#include <array>

#include "case/case.hpp"
#include "direct/lines/line_method.hpp"
#include "perf/machine_rates.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::plan {

/// How the direct solver treats a direction of a box at an order when it takes direction `last` at
/// the end; where it is bounded, with natural ends.
direct::LineChoice direction_choice(const cases::Case& the_case, const Grounds& grounds, int order,
                                    int direction, int last);

/// What a direct solve of one component would take with each direction as the last one, in
/// nanoseconds a point of a rank.
std::array<double, 3> costs_of_last_directions(const cases::Case& the_case, const Grounds& grounds);
/// The one that the case asks for, or else the cheapest, z where no other is clearly cheaper.
int last_direction(const cases::Case& the_case, const Grounds& grounds);

/// What a solve of one component counts for each point of a rank, from the cost models of its
/// kernels and the partition of a box; of meshes from files without messages, for their size is not
/// known. Numbers of iterations are those of flows that are resolved, with the default tolerances.

perf::Work direct_work(const cases::Case& the_case, const Grounds& grounds);
/// What factorizations of plane problems were seen to reach of the rate of products.
inline constexpr double part_of_products_in_factors = 0.06;
/// On layers of a plane mesh, of the rank with most factors: one of n_components that are solved
/// together. Unless it keeps factors, its share of making them where the length of steps changes
/// now and then.
perf::Work extruded_work(const extruded::ExtrudedPlan& plan, int n_components, int n_ranks,
                         bool keeps_factors);
/// GMRES with a V-cycle of Schwarz multigrid.
perf::Work multigrid_work(const cases::Case& the_case, int n_ranks);
/// coefficient_is_field: the viscosity or diffusivity.
perf::Work jacobi_cg_work(const cases::Case& the_case, int n_ranks, bool coefficient_is_field);
perf::Work tensor_cg_work(const cases::Case& the_case, const Grounds& grounds);

/// Iterations per step that all this reckons with; 0 of a direct solver.
int expected_iterations(const cases::Case& the_case, const SolverChoice& choice);

double nanoseconds(const perf::Work& work, const Grounds& grounds);

}  // namespace lobatto::plan
