#include "run/trouble.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace lobatto::run {

namespace {

struct Place {
  double measure = -1;  ///< how bad; infinite where the velocity is not finite
  std::array<double, 3> position{};
};

/// Where the velocity is not finite, or else where it is fastest. This rank only.
Place worst_place(const Simulation& simulation) {
  const auto& space = simulation.space();
  const auto& velocity = simulation.state()["velocity"].vector();
  Place worst;
  std::array<std::vector<double>, 3> points;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, points);
    for (std::size_t q = 0; q < space.element_size(); ++q) {
      const std::size_t at = e * space.element_size() + q;
      double speed = std::hypot(velocity[0][at], velocity[1][at], velocity[2][at]);
      if (!std::isfinite(speed)) speed = INFINITY;
      if (speed > worst.measure) worst = {speed, {points[0][q], points[1][q], points[2][q]}};
    }
  }
  return worst;
}

std::string describe_worst_place(const Simulation& simulation) {
  const auto& communicator = simulation.space().communicator();
  Place place = worst_place(simulation);
  const auto location = communicator.max_location(place.measure);
  communicator.broadcast(place.position, location.rank);
  const auto& x = place.position;
  if (std::isinf(location.value))
    return fmt::format("the velocity is not finite at ({:.5g}, {:.5g}, {:.5g})", x[0], x[1], x[2]);
  return fmt::format("the velocity is largest, {:.4g}, at ({:.5g}, {:.5g}, {:.5g})", location.value,
                     x[0], x[1], x[2]);
}

/// What the numbers of the step themselves say.
std::optional<std::string> find_bad_numbers(const Simulation& simulation,
                                            const physics::StepReport& report) {
  const double cfl = report.dt * report.state.cfl_rate;
  if (!std::isfinite(cfl) || !std::isfinite(report.state.kinetic_energy))
    return "the solution is not finite";
  for (const auto& scalar : report.scalars)
    if (!std::isfinite(scalar.content)) return scalar.name + " is not finite";
  const double limit = simulation.the_case().cfl_limit;
  if (cfl <= limit) return std::nullopt;
  return fmt::format("the CFL number {:.3g} is beyond time.cfl_limit = {:g}", cfl, limit);
}

constexpr const char* last_good = "The fields of the step before are in the run folder.";

}  // namespace

TroubleWatch::TroubleWatch(const Simulation& simulation)
    : simulation_(simulation), blow_up_(simulation.initial_state(), simulation.the_case().min_dt) {}

std::optional<std::string> TroubleWatch::look(const physics::StepReport& report) {
  auto wrong_data = simulation_.formula_fault();
  if (!wrong_data)
    wrong_data =
        flux_.look(simulation_.the_case(), simulation_.space(), simulation_.settings(), report);
  if (wrong_data)
    return fmt::format("stopped at step {} (t = {:.6g}): {}. {}", report.step, report.time,
                       *wrong_data, last_good);
  auto what = find_bad_numbers(simulation_, report);
  if (simulation_.the_case().given_flow)
    blow_up_.take_as_calm(report.step);
  else if (!what)
    what = blow_up_.look(report, simulation_.wanted_step());
  if (!what) return std::nullopt;
  return fmt::format(
      "stopped at step {} (t = {:.6g}, dt = {:.3e}): {}; {}. {} A smaller time.dt or time.cfl, or "
      "a "
      "finer mesh, usually helps.",
      report.step, report.time, report.dt, *what, describe_worst_place(simulation_), last_good);
}

std::optional<ConvergenceWatch::Verdict> ConvergenceWatch::look(const physics::StepReport& report) {
  std::string failures;
  for (const auto& solve : report.solves) {
    if (solve.report.converged) continue;
    failures += fmt::format("{}{} ({}) has a residual of {:.2e} after {} iterations",
                            failures.empty() ? "" : ", ", solve.equation, solve.solver,
                            solve.report.residual, solve.report.iterations);
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
