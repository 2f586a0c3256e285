#include "app/run_output.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/run_summary.hpp"
#include "base/error.hpp"
#include "io/text_file.hpp"
#include "lobatto/version.hpp"
#include "perf/region_table.hpp"

namespace lobatto::app {

RunOutput::RunOutput(const io::RunFolder& folder, std::optional<long long> resumed_step,
                     const comm::Communicator& communicator, ProgressStyle style)
    : communicator_(communicator),
      folder_(folder),
      log_(open_log(folder_.log(), resumed_step.has_value(), communicator)),
      steps_(folder_.steps(), communicator, resumed_step),
      fields_(folder_.fields(), communicator),
      progress_(communicator.rank() == 0 ? style : ProgressStyle::none, log_.get()) {
  if (resumed_step) fields_.resume(*resumed_step);
}

RunOutput::LogFile RunOutput::open_log(const std::filesystem::path& path, bool append,
                                       const comm::Communicator& communicator) {
  // Only the first rank writes; the others keep their lines to themselves.
  LogFile file(
      std::fopen(communicator.rank() == 0 ? path.c_str() : "/dev/null", append ? "a" : "w"));
  if (!file) throw base::Error(fmt::format("{}: cannot be written", path.string()));
  return file;
}

void RunOutput::say(const std::string& text) {
  if (communicator_.rank() != 0) return;
  fmt::print("{}\n", text);
  std::fflush(stdout);
  fmt::print(log_.get(), "{}\n", text);
  std::fflush(log_.get());
}

void RunOutput::after_step(const Simulation& simulation, const flow::StepReport& report,
                           double seconds, double seconds_per_step) {
  last_report_ = report;
  if (report.step % simulation.the_case().diagnostics_every_steps == 0 || simulation.finished())
    steps_.write(step_as_json(report, seconds));
  progress_.update(report, seconds_per_step, simulation.progress());
}

bool RunOutput::record_fails_newly() {
  const bool did = std::exchange(record_fails_, !record_failure().empty());
  return record_fails_ && !did;
}

bool RunOutput::fields_due(const Simulation& simulation, double time_before) {
  const auto& the_case = simulation.the_case();
  const auto& flow = simulation.flow();
  return the_case.field_output.is_due(flow.n_steps(), time_before, flow.time()) ||
         (the_case.write_final_fields && simulation.finished());
}

void RunOutput::write_fields(const Simulation& simulation) {
  write_level(simulation, 0, simulation.flow().time(), simulation.flow().n_steps());
}

void RunOutput::write_last_good_fields(const Simulation& simulation, double time, long long step) {
  write_level(simulation, 1, time, step);
}

void RunOutput::write_level(const Simulation& simulation, std::size_t level, double time,
                            long long step) {
  const auto& flow = simulation.flow();
  io::Snapshot snapshot;
  snapshot.time = time;
  snapshot.step = step;
  snapshot.fields = {io::named("velocity", flow.velocity(level)),
                     io::named("pressure", flow.pressure(level))};
  for (const auto& scalar : flow.scalars())
    snapshot.fields.push_back(io::named(scalar->settings().name, scalar->value().at(level)));
  snapshot.provenance = {{"version", version::number},
                         {"git", version::git},
                         {"case", simulation.the_case().source_text}};
  fields_.write(simulation.space(), snapshot);
}

void RunOutput::write_summary(const Simulation& simulation, const RunCost& cost,
                              const perf::MachineLimits& limits) {
  if (last_report_.step == 0) last_report_.state = simulation.initial_state();
  const auto errors = simulation.errors();
  const auto summary = summary_as_json(simulation, last_report_, errors, cost, limits);
  io::write_json(folder_.summary(), summary, communicator_);
  say("");
  say(perf::format_table(cost.regions, limits));
  for (const auto& error : errors)
    say(fmt::format("error of {:<12} max {:.3e}   L2 {:.3e}", error.field, error.max, error.l2));
  say(fmt::format(
      "{} steps to t = {:.6g} in {}: {:.4g} s a step, {:.3g} million points a second a rank, "
      "{:.0f} bytes a point",
      simulation.flow().n_steps(), simulation.flow().time(), format_duration(cost.wall),
      cost.per_step, summary["points_per_second_per_rank"].get<double>() / 1e6,
      summary["memory_per_point_bytes"].get<double>()));
}

}  // namespace lobatto::app
