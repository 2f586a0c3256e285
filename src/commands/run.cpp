#include "commands/run.hpp"

#include <fmt/format.h>

#include <csignal>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "case/reader.hpp"
#include "io/run_claim.hpp"
#include "run/case_format.hpp"
#include "run/checks.hpp"
#include "run/error_report.hpp"
#include "run/origin.hpp"
#include "run/put_text.hpp"
#include "run/run.hpp"
#include "run/solver_record.hpp"

namespace lobatto::commands {

void require_user_code(const cases::Case& the_case, const run::UserCode* user_code) {
  if (the_case.extensions.of<run::UserCodeFile>().empty() || user_code != nullptr) return;
  throw base::Error(
      the_case.place("python.file") +
      ": Python has to load this file, and this program was not started by it: the name of the "
      "case file does not end with .toml");
}

int run_command(const RunOptions& options, run::UserCode* user_code,
                const comm::Communicator& communicator, comm::JointEnd& joint_end) {
  const base::Stopwatch since_start;
  run::StopSignals signals;
  std::signal(SIGPIPE, SIG_IGN);  // a reader of the output who goes away ends no run
  cases::Case the_case = cases::read_case(options.case_file, options.overrides, run::case_format(),
                                          communicator, run::functions_of(user_code));
  require_user_code(the_case, user_code);
  io::RunClaim claim(options.folder.value_or(std::filesystem::path("runs") / the_case.name),
                     options.restart ? io::RunClaim::Mode::go_on : io::RunClaim::Mode::anew,
                     communicator);
  const io::RunFolder& folder = claim.folder();
  run::RunMeasurement measurement(options.profile_mpi, communicator);
  const auto find = [&] {
    return run::find_origin(the_case, folder.path(), claim.continues(), options.from, communicator);
  };
  const auto limits = run::settle_solvers(the_case, find, communicator);
  run::Run run(the_case, run::check_case(the_case, find, communicator), limits, measurement,
               communicator);
  if (run.is_complete(folder)) {
    const auto& state = run.simulation().state();
    if (communicator.rank() == 0)
      run::put_text(stdout, fmt::format("{} is complete: its last step is {}, t = {:.6g}\n",
                                        folder.path().string(), state.n_steps(), state.time()));
    return 0;
  }
  try {
    return static_cast<int>(
        run.carry_out({claim, options.progress, signals, user_code, since_start}));
  } catch (...) {
    return run::end_with_error(joint_end, communicator, folder.log());
  }
}

}  // namespace lobatto::commands
