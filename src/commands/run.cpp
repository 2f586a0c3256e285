#include "commands/commands.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "residents/user_code_file.hpp"
#include "run/records/error_report.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

void require_user_code(const cases::Case& the_case, const run::UserCode* user_code) {
  if (the_case.extensions.of<residents::UserCodeFile>().empty() || user_code != nullptr) return;
  throw base::Error(
      the_case.place("python.file") +
      ": Python has to load this file, and this program was not started by it: the name of the "
      "case file does not end with .toml");
}

int run_command(const RunOptions& options, run::UserCode* user_code,
                const comm::Communicator& communicator, comm::JointEnd& joint_end) {
  const base::Stopwatch since_start;
  run::StopSignals signals;
  run::ignore_signals_of_writing();
  cases::Case the_case =
      cases::read_case(options.case_file, options.overrides, residents::case_format(), communicator,
                       run::functions_of(user_code));
  require_user_code(the_case, user_code);
  run::RunPlace place = options.place;
  place.may_move = user_code != nullptr;
  run::RunInFolder here(std::move(the_case), place, options.profile_mpi, communicator);
  const io::RunFolder& folder = here.claim().folder();
  if (here.is_complete()) {
    const auto& state = std::as_const(here).run().simulation().state();
    if (communicator.rank() == 0)
      run::put_text(stdout, fmt::format("{} is complete: its last step is {}, t = {:.6g}\n",
                                        folder.path().string(), state.n_steps(), state.time()));
    return 0;
  }
  try {
    return static_cast<int>(
        here.run().carry_out({here.claim(), options.telling, signals, user_code, since_start}));
  } catch (...) {
    return run::end_with_error(joint_end, communicator, folder.log());
  }
}

}  // namespace lobatto::commands
