#include "commands/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "base/error.hpp"
#include "case/describe.hpp"
#include "case/estimate.hpp"
#include "case/reader.hpp"
#include "io/run_claim.hpp"
#include "io/text_file.hpp"
#include "perf/machine_memory.hpp"
#include "perf/memory.hpp"
#include "perf/mpi/table.hpp"
#include "run/checkpoints.hpp"
#include "run/checks.hpp"
#include "run/error_report.hpp"
#include "run/flux_check.hpp"
#include "run/loop.hpp"
#include "run/measurement.hpp"
#include "run/mpi_profile_json.hpp"
#include "run/observers.hpp"
#include "run/origin.hpp"
#include "run/output.hpp"
#include "run/put_text.hpp"
#include "run/start_check.hpp"
#include "run/statistics_output.hpp"

namespace lobatto::commands {

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

/// False where it cannot be written, which is reported.
bool write_summary(run::RunOutput& output, const run::Simulation& simulation,
                   const run::RunCost& cost, const perf::MachineLimits& limits) {
  try {
    output.write_summary(simulation, cost, limits);
    return true;
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}; {}", error.what(), run::restart_writes_it));
    return false;
  }
}

/// Tables for people, and the file.
void write_mpi_profile(run::RunOutput& output, const run::RunMeasurement& measurement,
                       const comm::Communicator& communicator) {
  const perf::MpiProfile profile = measurement.mpi_profile();
  output.say("");
  output.say(perf::format_functions(profile));
  output.say(perf::format_pop(profile));
  try {
    io::write_json(output.folder().mpi_profile(), run::mpi_profile_as_json(profile), communicator);
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}", error.what()));
  }
}

/// A case brought to life with all that watches it, before anything is written.
struct PreparedRun {
  PreparedRun(const cases::Case& the_case, run::CheckedCase checked,
              run::RunMeasurement& its_measurement, const comm::Communicator& communicator)
      : measurement(its_measurement),
        limits(perf::known_machine_limits(communicator, perf::MachineMemory::usual_folder())),
        origin(checked.origin),
        simulation(the_case, std::move(checked.space)) {
    if (the_case.statistics) statistics.emplace(simulation);
    observers.emplace(simulation);
    if (origin.continues || origin.checkpoint)
      origin_text = load_origin(simulation, statistics_output(), origin, communicator);
    if (const auto problem = find_start_problem(simulation)) throw base::Error(*problem);
    first_step = simulation.state().n_steps();
  }
  [[nodiscard]] run::StatisticsOutput* statistics_output() {
    return statistics ? &*statistics : nullptr;
  }

  run::RunMeasurement& measurement;
  perf::MachineLimits limits;  ///< before the run needs the memory
  run::RunOrigin origin;
  run::Simulation simulation;
  std::optional<run::StatisticsOutput> statistics;
  std::optional<run::Observers> observers;
  std::string origin_text;
  long long first_step = 0;
};

/// All steps, and what they cost.
run::RunCost compute(PreparedRun& run, run::RunLoop& loop, Clock::time_point start,
                     run::RunEnd& end) {
  run::RunCost cost;
  run::Simulation& simulation = run.simulation;
  const auto& communicator = simulation.space().communicator();
  cost.setup = seconds_since(start);
  simulation.profiler().reset();
  run.measurement.start(simulation.profiler());
  const auto loop_start = Clock::now();
  const double first_time = simulation.state().time();
  end = loop.run();
  cost.wall = seconds_since(loop_start);
  run.measurement.stop();
  cost.steps = simulation.state().n_steps() - run.first_step;
  cost.time = simulation.state().time() - first_time;
  cost.per_step = median_of_second_half(loop.step_seconds());
  cost.peak_memory_bytes = static_cast<double>(perf::peak_resident_bytes());
  const perf::RegionTree tree = simulation.profiler().tree();
  cost.regions = perf::summarise_regions(tree, communicator);
  cost.region_tree = perf::summarise_places(tree, communicator);
  cost.profiler_overhead = perf::profiler_overhead(tree, communicator);
  cost.energy = run.measurement.energy();
  return cost;
}

/// From the first step to the last file in a folder that is the run's, and is kept from the first
/// step on.
run::RunEnd carry_out(PreparedRun& run, io::RunClaim& claim, run::ProgressStyle progress,
                      run::StopSignals& signals, Clock::time_point start) {
  run::Simulation& simulation = run.simulation;
  const cases::Case& the_case = simulation.the_case();
  const auto& communicator = simulation.space().communicator();
  const io::RunFolder& folder = claim.folder();
  io::make_folder(folder.fields(), communicator);
  io::make_folder(folder.plots(), communicator);
  const auto resumed_step = run.origin.continues ? std::optional(run.first_step) : std::nullopt;
  run::RunOutput output(the_case, folder, resumed_step, run.observers->quantities(), communicator,
                        progress);
  run::RunCheckpoints checkpoints(the_case, folder.checkpoints(), run.first_step, communicator);
  if (!claim.warning().empty()) output.say(claim.warning());
  output.say(describe(the_case, mesh_size(the_case, simulation.space())));
  output.say(fmt::format("{}; solvers: {}", partition_text(simulation.space()),
                         simulation.flow().describe_solvers()));
  if (!run.origin_text.empty()) output.say(run.origin_text);
  if (const auto note = describe_small_mismatch(simulation)) output.say(*note);
  if (run.statistics) run.statistics->begin_run(folder.stats());
  run.observers->begin_run(folder, resumed_step);
  claim.keep();

  run::RunLoop loop(simulation, output, checkpoints, *run.observers, run.statistics_output(),
                    run.measurement, signals, start);
  run::RunEnd end = run::RunEnd::complete;
  const run::RunCost cost = compute(run, loop, start, end);
  // Without its statistics the run has no summary, so that a restart does not take it for complete.
  if (loop.lacks_statistics() || !write_summary(output, simulation, cost, run.limits))
    end = end == run::RunEnd::complete ? run::RunEnd::stopped : end;
  if (run.measurement.profiles_mpi()) write_mpi_profile(output, run.measurement, communicator);
  if (const auto account = checkpoints.account(communicator); !account.empty()) output.say(account);
  if (run.statistics) output.say(run.statistics->summary());
  output.say("run folder: " + output.folder().path().string());
  return end;
}

}  // namespace

int run_command(const RunOptions& options, const comm::Communicator& communicator,
                comm::JointEnd& joint_end) {
  const auto start = Clock::now();
  run::StopSignals signals;
  std::signal(SIGPIPE, SIG_IGN);  // a reader of the output who goes away ends no run
  const cases::Case the_case = cases::read_case(options.case_file, options.overrides, communicator);
  io::RunClaim claim(options.folder.value_or(std::filesystem::path("runs") / the_case.name),
                     options.restart ? io::RunClaim::Mode::go_on : io::RunClaim::Mode::anew,
                     communicator);
  const io::RunFolder& folder = claim.folder();
  run::RunMeasurement measurement(options.profile_mpi, communicator);
  const auto find = [&] {
    return run::find_origin(the_case, folder.path(), claim.continues(), options.from, communicator);
  };
  PreparedRun run(the_case, run::check_case(the_case, find, communicator), measurement,
                  communicator);
  if (run.origin.continues && run.simulation.finished() &&
      run::is_summarised(folder.summary(), run.first_step, communicator)) {
    if (communicator.rank() == 0)
      run::put_text(stdout, fmt::format("{} is complete: its last step is {}, t = {:.6g}\n",
                                        folder.path().string(), run.first_step,
                                        run.simulation.state().time()));
    return 0;
  }
  try {
    return static_cast<int>(carry_out(run, claim, options.progress, signals, start));
  } catch (...) {
    return run::end_with_error(joint_end, communicator, folder.log());
  }
}

}  // namespace lobatto::commands
