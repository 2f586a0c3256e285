#include "program/health_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lobatto/version.hpp"
#include "machine/results/report.hpp"
#include "run/records/progress.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::program {

machine::ProgressObserver health_progress(double budget) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [budget](const std::string& title, double fraction) {
    run::put_text(
        stderr,
        fmt::format("\r\033[K{:3.0f} %  {}  ETA {}", std::floor(100 * std::min(fraction, 1.0)),
                    title, run::format_duration(budget * std::max(0.0, 1.0 - fraction))));
  };
}

void end_health_progress() {
  if (isatty(STDERR_FILENO) != 0) run::put_text(stderr, "\r\033[K");
}

void print_machine(const machine::Allocation& machine) {
  const auto hosts = machine.hosts();
  fmt::print("{} rank{} on {} node{}{}\n", machine.n_ranks(), machine.n_ranks() == 1 ? "" : "s",
             hosts.size(), hosts.size() == 1 ? "" : "s",
             hosts.size() > 8 ? "" : fmt::format(": {}", fmt::join(hosts, ", ")));
}

nlohmann::ordered_json health_document(const machine::Report& report,
                                       const std::vector<machine::Failure>& failures) {
  nlohmann::ordered_json json{
      {"version", version::number}, {"git", version::git}, {"mpi", comm::mpi_library_version()}};
  json.update(as_json(report, failures));
  return json;
}

}  // namespace lobatto::program
