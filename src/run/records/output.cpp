#include "run/records/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/document/printable.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "lobatto/version.hpp"
#include "perf/region_table.hpp"
#include "plan/describe.hpp"
#include "run/records/json_documents.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::run {

RunOutput::RunOutput(const io::RunFolder& folder, std::optional<long long> resumed_step,
                     const comm::Communicator& communicator, const Telling& telling)
    : communicator_(communicator),
      folder_(folder),
      log_(open_log(folder_.log(), communicator)),
      steps_(resumed_step ? io::StepRecord(folder_.steps(), communicator, *resumed_step)
                          : io::StepRecord(folder_.steps(), communicator)),
      telling_(telling),
      progress_(communicator.rank() == 0 ? telling.progress : ProgressStyle::none, log_.get()) {}

RunOutput::LogFile RunOutput::open_log(const std::filesystem::path& path,
                                       const comm::Communicator& communicator) {
  LogFile file;
  // Only the first rank writes; the others keep their lines to themselves. Appending, so that the
  // message of a rank that fails alone is not written over.
  comm::on_all(communicator, [&] {
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
  if (telling_.progress != ProgressStyle::silent) put_text(stdout, line);
  put_text(log_.get(), line);
}

void RunOutput::add(const std::string& text) {
  if (telling_.details)
    say(text);
  else if (communicator_.rank() == 0)
    put_text(log_.get(), cases::printable_lines(text) + "\n");
}

void RunOutput::after_step(const Simulation& simulation, const physics::StepReport& report,
                           double seconds, double seconds_per_step) {
  last_report_ = report;
  solves_.add(report.solves);
  if (report.step % simulation.the_case().diagnostics_every_steps == 0 || simulation.finished())
    steps_.write(step_as_json(report, seconds));
  progress_.update(report, seconds_per_step, simulation.progress());
}

bool RunOutput::record_fails_newly() {
  const bool did = std::exchange(record_fails_, !record_failure().empty());
  return record_fails_ && !did;
}

void RunOutput::flush_record() {
  steps_.flush();
  comm::throw_together(communicator_, record_failure());
}

void RunOutput::write_summary(const Simulation& simulation, const RunCost& cost,
                              const perf::MachineLimits& limits) {
  if (last_report_.step == 0) last_report_.state = simulation.initial_state();
  const auto errors = simulation.errors();
  auto summary = summary_as_json(simulation, last_report_, errors, cost, limits);
  summary["solves"] = solves_as_json(solves_);
  say("");
  add(perf::format_table(cost.region_tree, limits));
  add(perf::format_limits(limits));
  add(perf::format_overhead(cost.profiler_overhead));
  add(perf::format_energy(cost.energy, cost.steps, cost.time));
  if (const auto text = solves_.text(); !text.empty()) add(text);
  for (const auto& error : errors)
    say(fmt::format("error of {:<12} max {:.3e}   L2 {:.3e}", error.field, error.max, error.l2));
  say(fmt::format("The run has taken {} to t = {:.6g}, in {}.",
                  plan::counted(simulation.state().n_steps(), "step"), simulation.state().time(),
                  format_duration(cost.wall)));
  say(fmt::format(
      "A step takes {:.4g} s in the median and {:.4g} s in the mean: {:.3g} million points per "
      "second and per rank; {:.0f} bytes per point.",
      cost.per_step, cost.per_step_mean, summary["points_per_second_per_rank"].get<double>() / 1e6,
      summary["memory_per_point_bytes"].get<double>()));
  io::write_json(folder_.summary(), summary, communicator_);
}

}  // namespace lobatto::run
