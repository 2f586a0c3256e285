#include "run/statistics_output.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/run_folder.hpp"
#include "run/statistics_file.hpp"

namespace lobatto::run {

namespace {

stats::RunningStatistics::Settings settings_of(const cases::Case& the_case) {
  const cases::StatisticsCase& asked = *the_case.statistics;
  return {.times = {asked.start, asked.every_steps, asked.window},
          .averaged = asked.average,
          .extent = asked.extent,
          .n_scalars = the_case.scalars.size(),
          .n_numbers = FlowNumbers::count};
}

}  // namespace

StatisticsOutput::StatisticsOutput(Simulation& simulation)
    : simulation_(simulation),
      region_(simulation.profiler().add("statistics")),
      statistics_(simulation.space(), settings_of(simulation.the_case())) {}

void StatisticsOutput::begin_run(const std::filesystem::path& folder) {
  folder_ = folder;
  io::make_folder(folder_, simulation_.space().communicator());
  statistics_.begin_run({simulation_.state().n_steps(), simulation_.state().time()});
}

stats::RunningStatistics::Observation StatisticsOutput::observe(
    const flow::StepReport& report) const {
  const auto& state = simulation_.state();
  stats::RunningStatistics::Observation observation;
  auto& fields = observation.fields;
  for (int d = 0; d < 3; ++d) fields.velocity[d] = state["velocity"].now(d);
  const state::Field& pressure = state["pressure"];
  fields.pressure = pressure.now();
  // A level that is free may wander; fluctuations are about the mean over the volume then.
  if (pressure.kind().up_to_constant)
    fields.pressure_level = simulation_.space().mean(pressure.now());
  for (const auto& scalar : simulation_.the_case().scalars)
    fields.scalars.push_back(state[scalar.name].now());
  observation.numbers.assign(FlowNumbers::count, 0.0);
  observation.numbers[FlowNumbers::pressure_gradient] = report.pressure_gradient.value_or(0.0);
  return observation;
}

bool StatisticsOutput::after_step(const flow::StepReport& report) {
  const perf::Profiler::Scope scope(simulation_.profiler(), region_);
  return statistics_.after_step({report.step, report.time}, [&] {
    ++n_samples_;
    return observe(report);
  });
}

void StatisticsOutput::finish() {
  if (statistics_.times().n_samples() > 0) write_window();
}

void StatisticsOutput::write_window() {
  statistics_.combine();
  const auto name = fmt::format("stats_{:08d}.h5", statistics_.times().begin().step);
  write_statistics(folder_ / name, simulation_, statistics_);
  statistics_.next_window();
  ++n_files_;
}

std::string StatisticsOutput::summary() const {
  const double seconds = simulation_.profiler().seconds(region_);
  return fmt::format("statistics: {} samples, {:.3g} ms each, {} file{}", n_samples_,
                     n_samples_ > 0 ? 1e3 * seconds / static_cast<double>(n_samples_) : 0.0,
                     n_files_, n_files_ == 1 ? "" : "s");
}

}  // namespace lobatto::run
