// The program: owns MPI for its lifetime and is the one place where errors become messages and exit
// codes.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>

#include "app/command_line.hpp"
#include "app/printable.hpp"
#include "app/stop_signals.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "health/start_up.hpp"
#include "perf/memory.hpp"

namespace {

constexpr int user_error = 1;

/// Errors of the user's making are found by all ranks alike, so one message is enough; a rank that
/// fails alone must end the others, which may be waiting for it.
int run(int argc, char** argv, const lobatto::health::StartUp& start_up,
        const lobatto::comm::Communicator& world) {
  try {
    return lobatto::app::run_command_line(argc, argv, start_up, world);
  } catch (const lobatto::base::Error& error) {
    if (world.rank() == 0)
      std::fprintf(stderr, "%s\n", lobatto::app::printable_lines(error.what()).c_str());
    return user_error;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", world.rank(),
                 lobatto::app::printable_lines(error.what()).c_str());
    world.abort(user_error);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<lobatto::app::StopSignals> held;
  held.emplace();  // the threads of MPI never take a signal that the run should see
  const std::size_t resident_before = lobatto::perf::resident_bytes();
  const lobatto::comm::Environment environment(argc, argv);
  const auto start_up = lobatto::health::start_up_since(resident_before);
  held.reset();
  const auto world = lobatto::comm::Communicator::world();
  return run(argc, argv, start_up, world);
}
