#include "plan/splitting_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/advection/advection.hpp"
#include "plan/shares.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"
#include "space/advection.hpp"
#include "time/runge_kutta.hpp"

namespace lobatto::plan {

namespace {

// Measured (docs/performance.md): advection takes half of the peak of small matrices; the
// right-hand sides and the state of the flow take so many bytes per point.
constexpr double part_of_peak = 0.5, bytes_of_others = 320;
// A stage of Characteristics reads and writes so many fields for each that it carries, and besides
// the levels of the velocity.
constexpr double fields_of_stage = 8, n_components = 3, value_bytes = sizeof(double);

double evaluation(const cases::Case& the_case, const Grounds& grounds) {
  const double n = the_case.order + 1;
  const double m = space::advection_nodes(the_case.order + 1, the_case.quadrature_nodes);
  const int n_fields = cases::n_advected_fields(the_case);
  const auto cost = the_case.plane ? kernels::plane_advection_cost(n, m, n_fields)
                                   : kernels::advection_cost(n, m, n_fields);
  return cost.flops / element_shape(the_case).points() / (part_of_peak * grounds.rates.peak_gflops);
}

/// Iterations are those of extrapolated steps; they go with the root of the step where the
/// condition of sigma M + K does, and guesses lie as much further off.
double solves_cost(const cases::Case& the_case, const Grounds& grounds, double cfl) {
  const double more = std::sqrt(std::max(1.0, cfl / extrapolated_cfl));
  double cost = 0;
  for (const SolverChoice& choice : choose_solvers(the_case, grounds)) {
    const auto found =
        std::ranges::find(choice.candidates, choice.method, &SolverCandidate::method);
    if (found == choice.candidates.end()) continue;
    const bool is_iterative = expected_iterations(the_case, choice) > 0;
    cost += (choice.equation == "velocity" ? n_components : 1) * found->cost *
            (is_iterative ? more : 1);
  }
  return cost;
}

double per_cfl(const cases::Case& the_case, const Grounds& grounds, bool along, double cfl) {
  return step_cost(the_case, grounds, along, cfl).sum() / cfl;
}

double best_cfl(const cases::Case& the_case, const Grounds& grounds) {
  double best = 1;
  for (double cfl = 1; cfl <= 5; cfl += 0.2)
    if (per_cfl(the_case, grounds, true, cfl) < per_cfl(the_case, grounds, true, best)) best = cfl;
  return best;
}

}  // namespace

StepCost step_cost(const cases::Case& the_case, const Grounds& grounds, bool along_characteristics,
                   double cfl) {
  StepCost cost{evaluation(the_case, grounds), solves_cost(the_case, grounds, cfl),
                bytes_of_others / grounds.rates.stream_gbs};
  if (!along_characteristics) return cost;
  const double n_stages =
      the_case.time_order * time::advection_steps(cfl) * time::RungeKutta::n_stages;
  const double fields = fields_of_stage * cases::n_advected_fields(the_case) +
                        n_components * (the_case.time_order + 1);
  cost.advection = n_stages * (cost.advection + value_bytes * fields / grounds.rates.stream_gbs);
  return cost;
}

std::string describe_splitting(const cases::Case& the_case, const Grounds& grounds) {
  if (cases::n_advected_fields(the_case) == 0 || the_case.axisymmetric || the_case.time_tolerance ||
      the_case.places.contains("stability.kind"))
    return "";
  const bool along = the_case.along_characteristics;
  const double best = best_cfl(the_case, grounds);
  const double cfl = the_case.cfl.value_or(along ? best : extrapolated_cfl);
  const double other_cfl = along ? extrapolated_cfl : best;
  const StepCost other = step_cost(the_case, grounds, !along, other_cfl);
  return fmt::format(
      "{:12}time.splitting = \"{}\" with a CFL number of {:.2g}: about {:.2g} times the time of "
      "this case with {:.2g}; {:.0f} % of it is advection\n",
      "", along ? "extrapolation" : "characteristics", other_cfl,
      other.sum() / other_cfl / per_cfl(the_case, grounds, along, cfl), cfl,
      100 * other.advection / other.sum());
}

}  // namespace lobatto::plan
