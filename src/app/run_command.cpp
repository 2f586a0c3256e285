#include "app/run_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/case_describe.hpp"
#include "app/case_estimate.hpp"
#include "app/case_reader.hpp"
#include "app/flow_setup.hpp"
#include "app/run_output.hpp"
#include "app/trouble.hpp"
#include "perf/memory.hpp"

namespace lobatto::app {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Median over the second half: the first steps run at lower order and warm the caches.
double median_of_second_half(const std::vector<double>& seconds) {
  std::vector<double> half(seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2),
                           seconds.end());
  if (half.empty()) return 0.0;
  const auto middle = half.begin() + static_cast<std::ptrdiff_t>(half.size() / 2);
  std::nth_element(half.begin(), middle, half.end());
  return *middle;
}

constexpr int blown_up = 3;
constexpr int not_converged = 4;

/// Steps until the end or until a step cannot be used; returns the exit code.
int run_steps(Simulation& simulation, RunOutput& output, std::vector<double>& step_seconds) {
  double mean_seconds = 0;
  ConvergenceWatch convergence;
  while (!simulation.finished()) {
    const auto start = Clock::now();
    const double time_before = simulation.flow().time();
    const auto report = simulation.advance();
    step_seconds.push_back(seconds_since(start));
    mean_seconds += (step_seconds.back() - mean_seconds) /
                    std::min<double>(20.0, static_cast<double>(step_seconds.size()));
    output.after_step(simulation, report, step_seconds.back(), mean_seconds);
    if (const auto trouble = find_trouble(simulation, report)) {
      output.end_progress();
      output.say(*trouble);
      output.write_last_good_fields(simulation, time_before, report.step - 1);
      return blown_up;
    }
    if (const auto verdict = convergence.look(report)) {
      if (verdict->stop) output.end_progress();
      output.say(verdict->text);
      if (verdict->stop) {
        output.write_fields(simulation);
        return not_converged;
      }
    }
  }
  output.end_progress();
  return 0;
}

std::string partition_text(const space::FunctionSpace& space) {
  const int n_ranks = space.communicator().size();
  if (space.box() == nullptr) return fmt::format("{} ranks", n_ranks);
  const auto& grid = space.box()->partition;
  return fmt::format("{} ranks on a grid of {} x {} columns", n_ranks, grid.n_y, grid.n_z);
}

}  // namespace

int run_command(const RunOptions& options, const comm::Communicator& communicator) {
  const auto start = Clock::now();
  const Case the_case = read_case(options.case_file, options.overrides);
  Simulation simulation(the_case, communicator);
  RunOutput output(options.folder.value_or(std::filesystem::path("runs") / the_case.name),
                   simulation, communicator, options.progress);
  output.say(describe(the_case));
  output.say(fmt::format("{}; solvers: {}", partition_text(simulation.space()),
                         simulation.flow().describe_solvers()));
  RunCost cost;
  cost.setup = seconds_since(start);

  simulation.profiler().reset();
  const auto loop_start = Clock::now();
  std::vector<double> step_seconds;
  const int exit_code = run_steps(simulation, output, step_seconds);
  cost.wall = seconds_since(loop_start);
  cost.per_step = median_of_second_half(step_seconds);
  // Before the machine is measured: its arrays and its seconds are none of the run's.
  cost.peak_memory_bytes = static_cast<double>(perf::peak_resident_bytes());
  cost.regions = simulation.profiler().summarise(communicator);

  output.write_summary(simulation, cost, perf::measure_machine_limits(communicator));
  output.say("run folder: " + output.folder().path().string());
  return exit_code;
}

int check_command(const RunOptions& options, const comm::Communicator& communicator) {
  const Case the_case = read_case(options.case_file, options.overrides);
  ElementShares shares;
  if (the_case.mesh_file) {
    const auto space = make_space(the_case, communicator);
    make_flow_settings(the_case, space);  // refuses conditions on boundaries that are not there
    shares = shares_of(space);
  } else {
    shares = box_shares(the_case, communicator.size());
  }
  if (communicator.rank() == 0)
    fmt::print("{}\n{}", describe(the_case), estimate(the_case, shares));
  return 0;
}

}  // namespace lobatto::app
