#include "run/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/printable.hpp"
#include "io/collective.hpp"
#include "io/nek/header.hpp"
#include "io/text_file.hpp"
#include "lobatto/version.hpp"
#include "perf/region_table.hpp"
#include "run/put_text.hpp"
#include "run/summary.hpp"

namespace lobatto::run {

namespace {

io::Precision precision_of(const cases::Case& the_case) {
  return the_case.field_precision == "double" ? io::Precision::double_precision
                                              : io::Precision::single_precision;
}

io::VtkhdfOptions vtkhdf_options(const cases::Case& the_case) {
  io::VtkhdfOptions options;
  options.nodal = precision_of(the_case);
  if (the_case.field_error)
    options.error_bound = {
        the_case.field_error_is_maximum ? io::ErrorBound::Norm::maximum : io::ErrorBound::Norm::l2,
        *the_case.field_error};
  return options;
}

/// The blocks of a Nek5000 file for velocity, pressure, scalars, and then other fields, which are
/// never its temperature T.
std::vector<std::string> nek_blocks(std::size_t n_fields, std::size_t n_scalars) {
  std::vector<std::string> blocks{"U", "P"};
  for (std::size_t s = 0; s < n_scalars; ++s) blocks.push_back(io::scalar_block(s));
  for (std::size_t s = std::max<std::size_t>(n_scalars, 1); blocks.size() < n_fields; ++s)
    blocks.push_back(io::scalar_block(s));
  return blocks;
}

}  // namespace

RunOutput::RunOutput(const cases::Case& the_case, const io::RunFolder& folder,
                     std::optional<long long> resumed_step, OutputQuantities& quantities,
                     const comm::Communicator& communicator, ProgressStyle style)
    : communicator_(communicator),
      quantities_(quantities),
      folder_(folder),
      log_(open_log(folder_.log(), communicator)),
      steps_(resumed_step ? io::StepRecord(folder_.steps(), communicator, *resumed_step)
                          : io::StepRecord(folder_.steps(), communicator)),
      fields_(folder_.fields(), communicator),
      nek_fields_(folder_.fields(), the_case.name, precision_of(the_case), communicator),
      progress_(communicator.rank() == 0 ? style : ProgressStyle::none, log_.get()) {
  if (!resumed_step) return;
  fields_.resume(*resumed_step);
  nek_fields_.resume(*resumed_step);
}

RunOutput::LogFile RunOutput::open_log(const std::filesystem::path& path,
                                       const comm::Communicator& communicator) {
  LogFile file;
  // Only the first rank writes; the others keep their lines to themselves. Appending, so that the
  // message of a rank that fails alone is not written over.
  io::on_all(communicator, [&] {
    if (communicator.rank() == 0) base::require_output(path);
    file.reset(std::fopen(communicator.rank() == 0 ? path.c_str() : "/dev/null", "a"));
    if (!file)
      throw base::Error(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  });
  return file;
}

void RunOutput::say(const std::string& text) {
  if (communicator_.rank() != 0) return;
  const std::string line = cases::printable_lines(text) + "\n";
  for (std::FILE* stream : {stdout, log_.get()}) put_text(stream, line);
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
  const auto& state = simulation.state();
  return the_case.field_output.is_due(state.n_steps(), time_before, state.time()) ||
         (the_case.write_final_fields && simulation.finished());
}

void RunOutput::write_fields(const Simulation& simulation) {
  write_level(simulation, 0, simulation.state().time(), simulation.state().n_steps());
}

void RunOutput::write_last_good_fields(const Simulation& simulation, double time, long long step) {
  write_level(simulation, 1, time, step);
}

void RunOutput::write_level(const Simulation& simulation, std::size_t level, double time,
                            long long step) {
  io::Snapshot snapshot;
  snapshot.time = time;
  snapshot.step = step;
  for (const auto& field : simulation.state().fields())
    snapshot.fields.push_back(field->kind().is_vector
                                  ? io::named(field->name(), field->vector(level))
                                  : io::named(field->name(), field->at(level)));
  for (const auto& quantity : quantities_.evaluate(level, time))
    snapshot.fields.push_back(io::named(quantity.name, quantity.values));
  snapshot.provenance = {{"version", version::number},
                         {"git", version::git},
                         {"case", simulation.the_case().source_text}};
  const cases::Case& the_case = simulation.the_case();
  if (the_case.field_format != "nek5000")
    fields_.write(simulation.space(), snapshot, vtkhdf_options(the_case));
  if (the_case.field_format != "vtkhdf") write_nek_fields(simulation, std::move(snapshot));
}

void RunOutput::write_nek_fields(const Simulation& simulation, io::Snapshot snapshot) {
  auto blocks = nek_blocks(snapshot.fields.size(), simulation.the_case().scalars.size());
  std::vector<std::string> named;  // "temperature is T"
  for (std::size_t f = 2; f < blocks.size(); ++f)
    named.push_back(fmt::format("{} is {}", snapshot.fields[f].name, blocks[f]));
  for (std::size_t f = 0; f < blocks.size(); ++f) snapshot.fields[f].name = std::move(blocks[f]);
  nek_fields_.write(simulation.space(), snapshot, fmt::format("{}", fmt::join(named, ", ")));
}

void RunOutput::write_summary(const Simulation& simulation, const RunCost& cost,
                              const perf::MachineLimits& limits) {
  if (last_report_.step == 0) last_report_.state = simulation.initial_state();
  const auto errors = simulation.errors();
  const auto summary = summary_as_json(simulation, last_report_, errors, cost, limits);
  say("");
  say(perf::format_table(cost.region_tree, limits));
  say(perf::format_limits(limits));
  say(perf::format_overhead(cost.profiler_overhead));
  for (const auto& error : errors)
    say(fmt::format("error of {:<12} max {:.3e}   L2 {:.3e}", error.field, error.max, error.l2));
  say(fmt::format(
      "{} steps to t = {:.6g} in {}: {:.4g} s a step, {:.3g} million points a second a rank, "
      "{:.0f} bytes a point",
      simulation.state().n_steps(), simulation.state().time(), format_duration(cost.wall),
      cost.per_step, summary["points_per_second_per_rank"].get<double>() / 1e6,
      summary["memory_per_point_bytes"].get<double>()));
  say(perf::format_energy(cost.energy, cost.steps, cost.time));
  io::write_json(folder_.summary(), summary, communicator_);
}

}  // namespace lobatto::run
