
#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "case/reader.hpp"
#include "commands/commands.hpp"
#include "plan/describe.hpp"
#include "plan/regions.hpp"
#include "residents/case_format.hpp"
#include "residents/case_values.hpp"
#include "residents/needs.hpp"
#include "run/checks/checks.hpp"
#include "run/records/solver_record.hpp"
#include "run/records/step_timing.hpp"
#include "run/records/terminal.hpp"
#include "run/run.hpp"

namespace lobatto::commands {

namespace {

void say(const comm::Communicator& communicator, const std::string& text) {
  if (communicator.rank() == 0) run::put_text(stdout, text);
}

/// Whether the state before the first step is made, too: where that reads files, or takes a second
/// or so.
bool starts(const cases::Case& the_case, const run::CheckedCase& checked,
            const comm::Communicator& communicator) {
  const bool reads = checked.origin.checkpoint ||
                     (the_case.prescribed_velocity && !the_case.prescribed_velocity->files.empty());
  constexpr double most = residents::CaseValues::most_nodes;
  return reads || communicator.max(static_cast<double>(checked.space.size())) <= most;
}

/// As far as a run comes before its first step, where that may still refuse the case, and a few
/// steps where they are to be timed.
void start(const cases::Case& the_case, run::CheckedCase checked, bool time_steps,
           const comm::Communicator& communicator) {
  if (!time_steps && !starts(the_case, checked, communicator)) return;
  run::Start start(the_case, std::move(checked), communicator);
  if (!start.text.empty()) say(communicator, fmt::format("origin      {}\n", start.text));
  if (time_steps) say(communicator, run::time_steps(start.simulation));
}

/// Elements per rank that are looked at for solids before memory is; more fit few machines.
constexpr double most_looked_at = 1e8;

/// The set-up, and what it would take where every rank has a part of it.
void tell_of_box(const cases::Case& the_case, const plan::Grounds& grounds,
                 const comm::Communicator& communicator) {
  const plan::MeshSize size = plan::box_size(the_case);
  say(communicator, plan::describe(the_case, residents::case_format(), size));
  if (communicator.size() > size.n_elements) return;
  const int rank = communicator.rank();
  const auto shares =
      size.n_elements / communicator.size() > most_looked_at
          ? plan::box_shares(the_case, rank, grounds)
          : plan::box_shares(the_case, plan::BoxSolids(the_case, communicator).grid(grounds), rank);
  say(communicator, fmt::format("\n{}", residents::estimate(the_case, grounds, shares)));
}

/// Throws base::Error on every rank.
void check_one(const cases::Case& the_case, bool time_steps,
               const comm::Communicator& communicator) {
  const auto find = [&] { return run::find_origin(the_case, {}, false, {}, communicator); };
  const plan::Grounds grounds = run::find_grounds(find, communicator).grounds;
  // The set-up of a box is told first, so that it can be seen where it does not fit this machine;
  // that of one that is moved may have layers, which only its elements tell.
  const bool is_box = !the_case.mesh_file, is_known = !the_case.map;
  if (is_box && is_known) tell_of_box(the_case, grounds, communicator);
  run::CheckedCase checked = run::check_case(the_case, grounds, find, communicator);
  if (is_box && !is_known) tell_of_box(the_case, checked.grounds, communicator);
  if (the_case.mesh_file)
    say(communicator,
        plan::describe(the_case, residents::case_format(),
                       plan::mesh_size(the_case, checked.space)) +
            "\n" +
            residents::estimate(the_case, checked.grounds,
                                plan::file_shares(*checked.space.hexes(), communicator)));
  start(the_case, std::move(checked), time_steps, communicator);
}

}  // namespace

int check_command(const CheckOptions& options, const run::UserCode* user_code,
                  const comm::Communicator& communicator) {
  const auto functions = run::functions_of(user_code);
  int exit_code = 0;
  for (std::size_t i = 0; i < options.case_files.size(); ++i) {
    if (i > 0) say(communicator, "\n");
    try {
      const auto the_case = cases::read_case(options.case_files[i], options.overrides,
                                             residents::case_format(), communicator, functions);
      require_user_code(the_case, user_code);
      check_one(the_case, options.time_steps, communicator);
    } catch (const base::Error& error) {
      if (communicator.rank() == 0)
        run::put_text(stderr, cases::printable_lines(error.what()) + "\n");
      exit_code = 1;
    }
  }
  return exit_code;
}

}  // namespace lobatto::commands
