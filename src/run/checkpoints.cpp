#include "run/checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/checkpoint/content.hpp"
#include "lobatto/version.hpp"
#include "perf/memory.hpp"
#include "plan/memory.hpp"
#include "run/records/solver_record.hpp"

namespace lobatto::run {

namespace fs = std::filesystem;

namespace {

int n_files_of(const cases::Case& the_case, const plan::Grounds& grounds,
               const space::FunctionSpace& space) {
  const auto& ranks = space.communicator();
  const double bytes_of_node = ranks.min(static_cast<double>(perf::memory_bytes()));
  return the_case.checkpoint.n_files.value_or(plan::checkpoint_files(
      the_case, grounds, static_cast<double>(space.n_global_elements()), bytes_of_node));
}

io::CheckpointOptions options_of(const cases::Case& the_case, const plan::Grounds& grounds,
                                 const space::FunctionSpace& space) {
  const cases::CheckpointCase& settings = the_case.checkpoint;
  io::CheckpointOptions options;
  options.n_files = n_files_of(the_case, grounds, space);
  options.keep = settings.keep;
  if (settings.stage) options.stage = *settings.stage;
  options.max_staged = settings.max_staged;
  return options;
}

/// Files as they were, by their paths; what is no UTF-8 in a comment is replaced.
std::string text_of(const std::map<std::string, std::string>& files) {
  return nlohmann::json(files).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// What each function of user code takes.
std::string arguments_of(const cases::UserFunctions& functions) {
  auto arguments = nlohmann::json::object();
  for (const auto& [name, function] : functions) arguments[name] = function->arguments();
  return arguments.dump();
}

std::map<std::string, std::string> provenance_of(const cases::Case& the_case,
                                                 const plan::Grounds& grounds,
                                                 const comm::Communicator& communicator) {
  return {{"case", the_case.source_text},
          {"case_file", the_case.file},
          {"overrides", nlohmann::json(the_case.overrides).dump()},
          {"tables", text_of(the_case.table_texts)},
          {"functions", arguments_of(the_case.imports.functions)},
          {"solvers", solver_record(the_case, grounds, communicator)},
          {"version", version::number},
          {"git", version::git},
          {"compiler", version::compiler},
          {"libraries", io::library_versions()}};
}

}  // namespace

RunCheckpoints::RunCheckpoints(const cases::Case& the_case, const plan::Grounds& grounds,
                               const fs::path& folder, long long first_step,
                               const space::FunctionSpace& space)
    : settings_(the_case.checkpoint),
      provenance_(provenance_of(the_case, grounds, space.communicator())),
      series_(folder, options_of(the_case, grounds, space), first_step, space.communicator()) {}

bool RunCheckpoints::is_due_by_clock() const {
  return settings_.every_wall &&
         std::chrono::duration<double>(Clock::now() - last_save_).count() >= *settings_.every_wall;
}

double RunCheckpoints::seconds_of_one() const {
  const auto totals = series_.totals();
  return totals.n_saved > 0 ? (totals.blocked + totals.elapsed) / totals.n_saved : 0.0;
}

void RunCheckpoints::save(long long step, double time, State state) {
  series_.save(step, time, provenance_, state);
  last_save_ = Clock::now();
}

std::string RunCheckpoints::account(const comm::Communicator& communicator) const {
  const auto totals = series_.totals();
  const double raw = communicator.sum(totals.raw_bytes);
  const double stored = communicator.sum(totals.stored_bytes);
  const double blocked = communicator.max(totals.blocked);
  const double elapsed = communicator.max(totals.elapsed);
  if (totals.n_saved == 0 || stored == 0) return "";
  return fmt::format(
      "{} checkpoint{} of {:.1f} MB ({:.2f} to 1): {:.2f} s to write, of which the run waited "
      "{:.2f} "
      "s ({:.0f} % hidden)",
      totals.n_saved, totals.n_saved == 1 ? "" : "s", stored / 1e6 / totals.n_saved, raw / stored,
      elapsed, blocked, elapsed > 0 ? 100 * std::max(0.0, 1 - blocked / elapsed) : 0.0);
}

}  // namespace lobatto::run
