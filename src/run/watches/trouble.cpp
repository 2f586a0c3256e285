#include "run/watches/trouble.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "plan/describe.hpp"

namespace lobatto::run {

namespace {

struct Place {
  double measure = -1;  ///< how bad; infinite where the values are not finite
  std::array<double, 3> position{};
};

std::string text_of(const std::array<double, 3>& x) {
  return fmt::format("({:.5g}, {:.5g}, {:.5g})", x[0], x[1], x[2]);
}

/// Where measure(node) is not finite, or else where it is largest, of all ranks. Collective.
template <class Measure>
Place worst_place(const space::FunctionSpace& space, Measure measure) {
  Place worst;
  std::array<std::vector<double>, 3> points;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, points);
    for (std::size_t q = 0; q < space.element_size(); ++q) {
      double here = measure(e * space.element_size() + q);
      if (!std::isfinite(here)) here = INFINITY;
      if (here > worst.measure) worst = {here, {points[0][q], points[1][q], points[2][q]}};
    }
  }
  const auto location = space.communicator().max_location(worst.measure);
  space.communicator().broadcast(worst.position, location.rank);
  return {location.value, worst.position};
}

std::string place_of_velocity(const Simulation& simulation) {
  const auto& velocity = simulation.state()["velocity"].vector();
  const Place place = worst_place(simulation.space(), [&](std::size_t q) {
    return std::hypot(velocity[0][q], velocity[1][q], velocity[2][q]);
  });
  if (std::isinf(place.measure)) return "the velocity is not finite at " + text_of(place.position);
  return fmt::format("the velocity is largest, {:.4g}, at {}", place.measure,
                     text_of(place.position));
}

/// Where a scalar is furthest from a value, or not finite.
std::string place_of_scalar(const Simulation& simulation, const std::string& name, double value) {
  const auto& scalar = simulation.state()[name].now();
  const Place place =
      worst_place(simulation.space(), [&](std::size_t q) { return std::abs(scalar[q] - value); });
  if (std::isinf(place.measure))
    return fmt::format("{} is not finite at {}", name, text_of(place.position));
  return "the worst is at " + text_of(place.position);
}

/// What the numbers of the step themselves say.
std::optional<std::string> find_bad_numbers(const Simulation& simulation,
                                            const physics::StepReport& report) {
  const double cfl = report.dt * report.state.cfl_rate;
  if (!std::isfinite(cfl) || !std::isfinite(report.state.kinetic_energy))
    return "the solution is not finite; " + place_of_velocity(simulation);
  for (const auto& scalar : report.scalars)
    if (!std::isfinite(scalar.content)) return place_of_scalar(simulation, scalar.name, 0);
  const double limit = cases::cfl_limit(simulation.the_case());
  if (cfl <= limit || cases::n_advected_fields(simulation.the_case()) == 0) return std::nullopt;
  return fmt::format("the CFL number {:.3g} is beyond time.cfl_limit = {:g}; {}", cfl, limit,
                     place_of_velocity(simulation));
}

constexpr const char* last_good = "The fields of the step before are in the run folder.";

}  // namespace

TroubleWatch::TroubleWatch(const Simulation& simulation)
    : simulation_(simulation),
      blow_up_(simulation.initial_state(), simulation.the_case().min_dt),
      n_beginnings_(simulation.n_beginnings()) {}

std::optional<std::string> TroubleWatch::look(const physics::StepReport& report) {
  auto wrong_data = simulation_.formula_fault();
  if (!wrong_data)
    wrong_data =
        flux_.look(simulation_.the_case(), simulation_.space(), simulation_.settings(), report);
  if (wrong_data)
    return fmt::format("stopped at step {} (t = {:.6g}): {}. {}", report.step, report.time,
                       *wrong_data, last_good);
  const auto what = find_blow_up(report);
  if (!what) return std::nullopt;
  return fmt::format(
      "stopped at step {} (t = {:.6g}, dt = {:.3e}): {}. {} A smaller time.dt or time.cfl, or a "
      "finer mesh, usually helps.",
      report.step, report.time, report.dt, *what, last_good);
}

std::optional<std::string> TroubleWatch::find_blow_up(const physics::StepReport& report) {
  if (simulation_.n_beginnings() != n_beginnings_) {
    n_beginnings_ = simulation_.n_beginnings();
    blow_up_.begin_anew(simulation_.initial_state());
  }
  if (const auto bad = find_bad_numbers(simulation_, report)) return bad;
  std::optional<std::string> of_flow;
  // A perturbation grows by what it takes from its base flow, and a search sets other fields.
  if (simulation_.the_case().prescribed_velocity || simulation_.search() != nullptr)
    blow_up_.take_as_calm(report.step);
  else
    of_flow = blow_up_.look(report, simulation_.wanted_step());
  const auto of_scalar = scalars_.look(report);
  if (of_flow) return *of_flow + "; " + place_of_velocity(simulation_);
  if (!of_scalar) return std::nullopt;
  return of_scalar->text + "; " + place_of_scalar(simulation_, of_scalar->name, of_scalar->middle);
}

std::optional<ConvergenceWatch::Verdict> ConvergenceWatch::look(const physics::StepReport& report) {
  std::string failures;
  for (const auto& solve : report.solves) {
    if (solve.report.converged) continue;
    failures += fmt::format(
        "{}{} ({}) has a residual of {:.2e} after {}", failures.empty() ? "" : ", ", solve.equation,
        solve.solver, solve.report.residual, plan::counted(solve.report.iterations, "iteration"));
  }
  if (failures.empty()) {
    n_in_a_row_ = 0;
    return std::nullopt;
  }
  ++n_in_a_row_;
  const std::string where = fmt::format("step {} (t = {:.6g})", report.step, report.time);
  if (n_in_a_row_ == 1)
    return Verdict{fmt::format("warning: {}: not converged: {}", where, failures), false};
  if (n_in_a_row_ <= n_tolerated) return std::nullopt;
  return Verdict{
      fmt::format(
          "stopped at {}: not converged in {} steps in a row: {}. The fields are in the run "
          "folder. A smaller time.dt, or a looser tolerance in [solver], usually helps.",
          where, n_in_a_row_, failures),
      true};
}

}  // namespace lobatto::run
