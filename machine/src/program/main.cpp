// The program: owns MPI for its lifetime and is the one place where errors become exit codes.
#include <cstddef>

#include "comm/agreement/joint_end.hpp"
#include "comm/communicator.hpp"
#include "machine/start_up.hpp"
#include "perf/memory.hpp"
#include "poly/blas_threads.hpp"
#include "program/command_line.hpp"
#include "run/records/error_report.hpp"

int main(int argc, char** argv) {
  using namespace lobatto;
  if (program::complete_where_asked(argc, argv)) return 0;
  const std::size_t resident_before = perf::resident_bytes();
  comm::start_no_daemon();
  const comm::Environment environment(argc, argv);
  const auto start_up = machine::start_up_since(resident_before);
  poly::use_one_blas_thread();
  const auto world = comm::Communicator::world();
  comm::JointEnd end(world);
  try {
    const int exit_code = program::run_command_line(argc, argv, start_up, world);
    return run::end_without_error(exit_code, end, world);
  } catch (...) {
    return run::end_with_error(end, world);
  }
}
