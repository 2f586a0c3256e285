#include "run/records/step_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "perf/memory.hpp"
#include "plan/describe.hpp"
#include "run/records/progress.hpp"
#include "run/records/tolerance_advice.hpp"

namespace lobatto::run {

namespace {

constexpr int n_timed = 3;

/// Of the rank that takes longest.
double seconds_of_step(Simulation& simulation, physics::StepReport& report) {
  const auto& communicator = simulation.space().communicator();
  communicator.barrier();
  const base::Stopwatch stopwatch;
  report = simulation.advance();
  const double taken = stopwatch.seconds();
  if (!std::isfinite(report.state.kinetic_energy))
    throw base::Error(fmt::format(
        "{}: the solution is not finite after step {} with dt = {:.3g}; a smaller time.dt or "
        "time.cfl, or a finer mesh, usually helps",
        simulation.the_case().file, report.step, report.dt));
  return communicator.max(taken);
}

/// What the steps to come will be long.
double length_of_steps(const Simulation& simulation, const physics::StepReport& last) {
  const cases::Case& the_case = simulation.the_case();
  if (the_case.dt) return *the_case.dt;
  const double dt = std::min(*the_case.cfl / last.state.cfl_rate, simulation.longest_step());
  return std::isfinite(dt) ? dt : last.dt;
}

std::string wall_text(double seconds) {
  constexpr double year = 365.25 * 86400;
  if (seconds >= 2 * year) return fmt::format("{:.3g} years", seconds / year);
  return format_duration(seconds);
}

std::string memory_text(const comm::Communicator& communicator) {
  const auto own = static_cast<double>(perf::peak_resident_bytes());
  const auto node = communicator.split_by_node();
  const double of_node = communicator.max(node.sum(own));
  return fmt::format("            {:.0f} MB at most on a rank, {:.0f} MB on a node of {:.1f} GB\n",
                     communicator.max(own) / 1e6, of_node / 1e6,
                     static_cast<double>(perf::memory_bytes()) / 1e9);
}

}  // namespace

double steps_left(const cases::Case& the_case, double time, long long n_steps, double dt) {
  // A remainder below round-off in the time is no step.
  constexpr double round_off = 1e-6;
  double left = std::numeric_limits<double>::infinity();
  if (the_case.end_time) left = std::ceil((*the_case.end_time - time) / dt - round_off);
  if (the_case.steps) left = std::min(left, static_cast<double>(*the_case.steps - n_steps));
  return std::max(left, 0.0);
}

std::string time_steps(Simulation& simulation) {
  const cases::Case& the_case = simulation.the_case();
  const double begin = simulation.state().time();
  const long long first = simulation.state().n_steps();
  physics::StepReport report;
  std::vector<double> seconds;
  while (seconds.size() <= n_timed && !simulation.finished())
    seconds.push_back(seconds_of_step(simulation, report));
  if (seconds.empty()) return "time        no step: the case is at its end\n";
  if (seconds.size() > 1) seconds.erase(seconds.begin());  // it sets up and warms
  std::ranges::sort(seconds);
  const double per_step = seconds[seconds.size() / 2];
  const double dt = length_of_steps(simulation, report);
  const double n_steps = steps_left(the_case, begin, first, dt);
  const std::string of_memory = memory_text(simulation.space().communicator());
  return fmt::format(
             "time        {:.3g} s per step ({:.3g} to {:.3g} s in {})\n"
             "            {:.6g} step{} of {:.4g} to the end: about {}{}, without output\n",
             per_step, seconds.front(), seconds.back(),
             plan::counted(static_cast<long long>(seconds.size()), "step"), n_steps,
             n_steps == 1 ? "" : "s", dt, wall_text(n_steps * per_step),
             the_case.time_tolerance ? ", longer where time.tolerance shortens steps" : "") +
         of_memory + advise_tolerances(simulation, report);
}

}  // namespace lobatto::run
