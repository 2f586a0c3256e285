#include "run/run.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "io/text_file.hpp"
#include "perf/memory.hpp"
#include "perf/mpi/profile.hpp"
#include "perf/timing.hpp"
#include "plan/describe.hpp"
#include "plan/kernel_choice.hpp"
#include "residents/case_format.hpp"
#include "run/checks/checks.hpp"
#include "run/checks/flux_check.hpp"
#include "run/records/json_documents.hpp"
#include "run/setup/base_flow.hpp"

namespace lobatto::run {

namespace {

/// And not the run's own.
bool is_named_by(const cases::Case& the_case, const RunOrigin& origin) {
  return the_case.restart && origin.where == the_case.restart->where;
}

constexpr const char* not_all_written =
    "the last step is taken, but not all files could be written, as the warnings say: exit code 5";

/// Median over the second half: the first steps run at lower order and warm the caches.
double median_of_second_half(const std::vector<double>& seconds) {
  std::vector<double> half(seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2),
                           seconds.end());
  return half.empty() ? 0.0 : perf::middle_of(std::move(half));
}

double mean_of(const std::vector<double>& seconds) {
  const double sum = std::reduce(seconds.begin(), seconds.end());
  return seconds.empty() ? 0.0 : sum / static_cast<double>(seconds.size());
}

std::string partition_text(const space::FunctionSpace& space) {
  const int n_ranks = space.communicator().size();
  if (space.box() == nullptr) return plan::counted(n_ranks, "rank");
  const auto& grid = space.box()->grid;
  return fmt::format("{} on a grid of {} x {} x {}", plan::counted(n_ranks, "rank"), grid.n_x,
                     grid.n_y, grid.n_z);
}

/// False where it cannot be written, which is reported.
bool write_summary(RunOutput& output, const Simulation& simulation, const RunCost& cost,
                   const perf::MachineLimits& limits) {
  try {
    output.write_summary(simulation, cost, limits);
    return true;
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}; {}", error.what(), restart_writes_it));
    return false;
  }
}

/// Tables for people, and the file; false where that cannot be written.
bool write_mpi_profile(RunOutput& output, const RunMeasurement& measurement,
                       const comm::Communicator& communicator) {
  const perf::MpiProfile profile = measurement.mpi_profile();
  output.say("");
  output.say(perf::format_functions(profile));
  output.say(perf::format_pop(profile));
  try {
    io::write_json(output.folder().mpi_profile(), mpi_profile_as_json(profile), communicator);
    return true;
  } catch (const base::Error& error) {
    output.say(fmt::format("warning: {}", error.what()));
    return false;
  }
}

}  // namespace

Start::Start(const cases::Case& the_case, CheckedCase checked,
             const comm::Communicator& communicator)
    : origin(checked.origin),
      simulation(the_case, checked.grounds, std::move(checked.space)),
      observers(simulation) {
  const bool is_begun = origin.continues && origin.checkpoint && !is_named_by(the_case, origin);
  if (simulation.is_of_perturbations() && !is_begun)
    text = set_base_flow(simulation, origin, communicator);
  else if (origin.continues || origin.checkpoint)
    text = load_origin(simulation, &observers, origin, communicator);
  if (simulation.base_flow_search() != nullptr && !is_begun) simulation.begin_search();
  if (const auto problem = find_start_problem(simulation)) throw base::Error(*problem);
}

struct Run::Opened {
  Opened(Run& run, const Surroundings& surroundings, std::optional<long long> resumed_step)
      : output(surroundings.claim.folder(), resumed_step,
               run.start_.simulation.space().communicator(), surroundings.telling),
        checkpoints(run.start_.simulation.the_case(), run.start_.simulation.grounds(),
                    surroundings.claim.folder().checkpoints(), run.first_step_,
                    run.start_.simulation.space()),
        loop(run.start_.simulation, output, checkpoints, run.start_.observers, run.measurement_,
             surroundings.signals, surroundings.user_code, surroundings.since_start),
        user_code(surroundings.user_code) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() {
    if (user_code != nullptr) user_code->end();
  }

  RunOutput output;
  RunCheckpoints checkpoints;
  RunLoop loop;
  UserCode* user_code;
  double setup_seconds = 0;
  double first_time = 0;
  base::Stopwatch in_loop;
};

Run::Run(const cases::Case& the_case, CheckedCase checked, const perf::MachineLimits& limits,
         RunMeasurement& measurement, const comm::Communicator& communicator)
    : measurement_(measurement),
      limits_(limits),
      start_(the_case, std::move(checked), communicator),
      first_step_(start_.simulation.state().n_steps()) {}

bool Run::is_complete(const io::RunFolder& folder) const {
  return start_.origin.continues && start_.simulation.finished() &&
         is_summarised(folder.summary(), first_step_, start_.simulation.space().communicator());
}

Run::~Run() = default;

bool Run::open(const Surroundings& surroundings) {
  const auto& communicator = start_.simulation.space().communicator();
  const io::RunFolder& folder = surroundings.claim.folder();
  const auto resumed_step = start_.origin.continues ? std::optional(first_step_) : std::nullopt;
  io::make_folder(folder.plots(), communicator);
  opened_ = std::make_unique<Opened>(*this, surroundings, resumed_step);
  introduce(surroundings.claim);
  start_.observers.begin_run({folder, resumed_step, start_.simulation.finished()});
  surroundings.claim.keep();
  opened_->setup_seconds = surroundings.since_start.seconds();
  opened_->first_time = start_.simulation.state().time();
  start_.simulation.profiler().reset();
  measurement_.start(start_.simulation.profiler());
  opened_->in_loop = base::Stopwatch();
  return opened_->loop.begin_user_code(folder);
}

std::optional<RunEnd> Run::step() { return opened_->loop.step(); }

void Run::write_checkpoint() { opened_->loop.write_checkpoint(); }

RunEnd Run::close(RunEnd reached) {
  RunEnd end = opened_->loop.finish(reached);
  // Without its last files the run has no summary, so that a restart does not take it for complete.
  const RunCost all = cost();
  // Nor has one that its user code did not let begin: it begins again.
  const bool has_begun = end != RunEnd::user_code_failed || all.steps > 0;
  if (opened_->loop.lacks_files() ||
      (has_begun && !write_summary(opened_->output, start_.simulation, all, limits_)))
    end = end == RunEnd::complete ? RunEnd::stopped : end;
  if (!conclude() && end == RunEnd::complete) end = RunEnd::stopped;
  if (end != reached) opened_->output.say(not_all_written);
  return end;
}

RunEnd Run::carry_out(const Surroundings& surroundings) {
  std::optional<RunEnd> end;
  if (!open(surroundings)) end = RunEnd::user_code_failed;
  if (!end && start_.simulation.finished()) end = RunEnd::complete;
  while (!end) end = step();
  return close(*end);
}

void Run::introduce(const io::RunClaim& claim) {
  RunOutput& output = opened_->output;
  const auto& space = start_.simulation.space();
  const cases::Case& the_case = start_.simulation.the_case();
  if (!claim.warning().empty()) output.say(claim.warning());
  output.say(plan::describe(the_case, residents::case_format(), plan::mesh_size(the_case, space)));
  output.say(fmt::format("{}; solvers: {}", partition_text(space),
                         start_.simulation.equations().describe_solvers()));
  const std::string slow = plan::describe_slow_kernels(the_case, start_.simulation.grounds());
  if (!slow.empty()) output.say(slow);
  if (!start_.text.empty()) output.say(start_.text);
  if (const auto note = describe_small_mismatch(start_.simulation)) output.say(*note);
}

RunCost Run::cost() {
  RunCost cost;
  const auto& communicator = start_.simulation.space().communicator();
  cost.setup = opened_->setup_seconds;
  cost.wall = opened_->in_loop.seconds();
  measurement_.stop();
  cost.steps = start_.simulation.state().n_steps() - first_step_;
  cost.time = start_.simulation.state().time() - opened_->first_time;
  cost.per_step = median_of_second_half(opened_->loop.step_seconds());
  cost.per_step_mean = mean_of(opened_->loop.step_seconds());
  cost.peak_memory_bytes = static_cast<double>(perf::peak_resident_bytes());
  const perf::RegionTree tree = start_.simulation.profiler().tree();
  cost.regions = perf::summarise_regions(tree, communicator);
  cost.region_tree = perf::summarise_places(tree, communicator);
  cost.profiler_overhead = perf::profiler_overhead(tree, communicator);
  cost.energy = measurement_.energy();
  return cost;
}

bool Run::conclude() {
  RunOutput& output = opened_->output;
  const RunCheckpoints& checkpoints = opened_->checkpoints;
  const auto& communicator = start_.simulation.space().communicator();
  const bool is_written =
      !measurement_.profiles_mpi() || write_mpi_profile(output, measurement_, communicator);
  if (const auto account = checkpoints.account(communicator); !account.empty()) output.add(account);
  for (const auto& text : start_.observers.summaries()) output.add(text);
  output.say(fmt::format(
      "{0} has all of it: `lobatto plot {0}` draws it, and its run.log says where the time went.",
      output.folder().path().string()));
  return is_written;
}

}  // namespace lobatto::run
