#include "app/run_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/case_checks.hpp"
#include "app/case_describe.hpp"
#include "app/case_reader.hpp"
#include "app/mpi_profile_json.hpp"
#include "app/observers.hpp"
#include "app/run_checkpoints.hpp"
#include "app/run_loop.hpp"
#include "app/run_measurement.hpp"
#include "app/run_origin.hpp"
#include "app/run_output.hpp"
#include "app/statistics_output.hpp"
#include "base/error.hpp"
#include "io/text_file.hpp"
#include "perf/memory.hpp"
#include "perf/mpi_table.hpp"

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

std::string partition_text(const space::FunctionSpace& space) {
  const int n_ranks = space.communicator().size();
  if (space.box() == nullptr) return fmt::format("{} ranks", n_ranks);
  const auto& grid = space.box()->partition;
  return fmt::format("{} ranks on a grid of {} x {} columns", n_ranks, grid.n_y, grid.n_z);
}

/// False where it cannot be written, which is told of.
bool write_summary(RunOutput& output, const Simulation& simulation, const RunCost& cost) {
  try {
    output.write_summary(simulation, cost,
                         perf::measure_machine_limits(simulation.space().communicator()));
    return true;
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}; {}", error.what(), restart_writes_it));
    return false;
  }
}

/// Tables for people, and the file.
void write_mpi_profile(RunOutput& output, const RunMeasurement& measurement,
                       const comm::Communicator& communicator) {
  const perf::MpiProfile profile = measurement.mpi_profile();
  output.say("");
  output.say(perf::format_functions(profile));
  output.say(perf::format_pop(profile));
  try {
    io::write_json(output.folder().mpi_profile(), mpi_profile_as_json(profile), communicator);
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}", error.what()));
  }
}

}  // namespace

int run_command(const RunOptions& options, const comm::Communicator& communicator) {
  const auto start = Clock::now();
  const Case the_case = read_case(options.case_file, options.overrides, communicator);
  const auto path = options.folder.value_or(std::filesystem::path("runs") / the_case.name);
  CheckedCase checked = check_case(
      the_case,
      [&] { return find_origin(the_case, path, options.restart, options.from, communicator); },
      communicator);
  const RunOrigin origin = checked.origin;
  RunMeasurement measurement(options.profile_mpi, communicator);
  Simulation simulation(the_case, std::move(checked.space));
  // What cannot be gathered is refused before there is a folder.
  std::optional<StatisticsOutput> statistics;
  if (the_case.statistics) statistics.emplace(simulation);
  Observers observers(simulation);
  StatisticsOutput* const statistics_output = statistics ? &*statistics : nullptr;
  std::string origin_text;
  if (origin.continues || origin.checkpoint)
    origin_text = load_origin(simulation, statistics_output, origin, communicator);
  const long long first_step = simulation.flow().n_steps();
  const auto folder = origin.continues ? io::RunFolder::reopen(path, communicator)
                                       : io::RunFolder::create(path, communicator);
  if (origin.continues && simulation.finished() &&
      is_summarised(folder.summary(), first_step, communicator)) {
    if (communicator.rank() == 0)
      fmt::print("{} is complete: its last step is {}, t = {:.6g}\n", path.string(), first_step,
                 simulation.flow().time());
    return 0;
  }
  const auto resumed_step = origin.continues ? std::optional(first_step) : std::nullopt;
  RunOutput output(the_case, folder, resumed_step, observers.quantities(), communicator,
                   options.progress);
  RunCheckpoints checkpoints(the_case, folder.checkpoints(), first_step, communicator);
  output.say(describe(the_case, mesh_size(the_case, simulation.space())));
  output.say(fmt::format("{}; solvers: {}", partition_text(simulation.space()),
                         simulation.flow().describe_solvers()));
  if (!origin_text.empty()) output.say(origin_text);
  if (statistics) statistics->begin_run(folder.stats());
  observers.begin_run(folder, resumed_step);
  RunCost cost;
  cost.setup = seconds_since(start);

  RunLoop loop(simulation, output, checkpoints, observers, statistics_output, measurement, start);
  simulation.profiler().reset();
  measurement.start(simulation.profiler());
  const auto loop_start = Clock::now();
  const double first_time = simulation.flow().time();
  RunEnd end = loop.run();
  cost.wall = seconds_since(loop_start);
  measurement.stop();
  cost.steps = simulation.flow().n_steps() - first_step;
  cost.time = simulation.flow().time() - first_time;
  cost.per_step = median_of_second_half(loop.step_seconds());
  // Before the machine is measured: its arrays and its seconds are none of the run's.
  cost.peak_memory_bytes = static_cast<double>(perf::peak_resident_bytes());
  const perf::RegionTree tree = simulation.profiler().tree();
  cost.regions = perf::summarise_regions(tree, communicator);
  cost.region_tree = perf::summarise_places(tree, communicator);
  cost.profiler_overhead = perf::profiler_overhead(tree, communicator);
  cost.energy = measurement.energy();

  // Without its statistics the run has no summary, so that a restart does not take it for complete.
  if (loop.lacks_statistics() || !write_summary(output, simulation, cost))
    end = end == RunEnd::complete ? RunEnd::stopped : end;
  if (measurement.profiles_mpi()) write_mpi_profile(output, measurement, communicator);
  if (const auto account = checkpoints.account(communicator); !account.empty()) output.say(account);
  if (statistics) output.say(statistics->summary());
  output.say("run folder: " + output.folder().path().string());
  return static_cast<int>(end);
}

}  // namespace lobatto::app
