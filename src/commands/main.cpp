// The program: owns MPI for its lifetime and is the one place where errors become exit codes.
#include <string_view>

#include "comm/agreement/joint_end.hpp"
#include "comm/communicator.hpp"
#include "commands/command_line.hpp"
#include "commands/start/other_programs.hpp"
#include "io/hdf5/handle.hpp"
#include "poly/blas_threads.hpp"
#include "run/records/error_report.hpp"
#include "run/watches/stop_signals.hpp"

namespace {

/// A run that loads has nothing to save yet, and stops after its first step.
void keep_signals_back(int argc, char** argv, char**) {
  if (argc > 1 && std::string_view(argv[1]) == "run") lobatto::run::StopSignals::keep_back();
}

/// Before the libraries are initialised: some start threads then, which would take the signals.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const before_libraries)(int, char**, char**) = keep_signals_back;

}  // namespace

int main(int argc, char** argv) {
  using namespace lobatto;
  commands::become_launcher_where_asked(argc, argv);
  commands::become_machine_program_where_asked(argc, argv);
  commands::become_python_where_needed(argc, argv);
  if (commands::complete_where_asked(argc, argv)) return 0;
  comm::start_no_daemon();
  io::open_hdf5_without_end();
  const comm::Environment environment(argc, argv);
  poly::use_one_blas_thread();
  const auto world = comm::Communicator::world();
  comm::JointEnd end(world);
  try {
    return run::end_without_error(commands::run_command_line(argc, argv, world, end), end, world);
  } catch (...) {
    return run::end_with_error(end, world);
  }
}
