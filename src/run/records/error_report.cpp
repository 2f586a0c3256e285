#include "run/records/error_report.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <string>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/document/printable.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::run {

namespace {

constexpr int user_error = 1, internal_error = 6;

comm::Failure current_failure() {
  try {
    throw;
  } catch (const base::Error& error) {
    return {user_error, error.what()};
  } catch (const std::bad_alloc&) {
    return {user_error,
            "out of memory: fewer ranks per node, more nodes, or a smaller mesh or order"};
  } catch (const std::exception& error) {
    return {internal_error, fmt::format("internal error, please report it: {}", error.what())};
  } catch (...) {
    return {internal_error, "internal error, please report it: an exception of unknown type"};
  }
}

void tell(const std::string& message, const std::filesystem::path& log) {
  put_text(stderr, cases::printable_lines(message) + "\n");
  // What is there in place of a log may be a FIFO, which nobody reads.
  if (!log.empty() && base::fault_of_output(log).empty())
    std::ofstream(log, std::ios::app) << "error: " << cases::printable_lines(message) << '\n';
}

/// The exit code, after the first rank has told of the failure.
int tell_of(const comm::JointOutcome& outcome, const comm::Communicator& communicator,
            const std::filesystem::path& log) {
  const auto& failure = *outcome.failure;
  const std::string message = outcome.all_failed && failure.exit_code == user_error
                                  ? failure.message
                                  : fmt::format("rank {}: {}", outcome.rank, failure.message);
  if (communicator.rank() == 0) tell(message, log);
  return failure.exit_code;
}

}  // namespace

int end_with_error(comm::JointEnd& end, const comm::Communicator& communicator,
                   const std::filesystem::path& log) {
  const auto failure = current_failure();
  const auto& outcome = end.join(failure);
  if (outcome.all_came) return tell_of(outcome, communicator, log);
  tell(fmt::format("rank {}: {}", communicator.rank(), failure.message), log);
  communicator.abort(failure.exit_code);
}

int end_without_error(int exit_code, comm::JointEnd& end, const comm::Communicator& communicator) {
  if (end.has_joined()) return exit_code;  // the error has been told of
  const auto& outcome = end.join({});
  return outcome.failure ? tell_of(outcome, communicator, {}) : exit_code;
}

}  // namespace lobatto::run
