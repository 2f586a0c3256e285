#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "machine/machine.hpp"
#include "machine/runner.hpp"

namespace lobatto::program {

// What the commands of `health` have in common for people and for programs.

/// One line on a terminal, on the error stream so that the report can be piped away.
machine::ProgressObserver health_progress(double budget);
void end_health_progress();
/// "4 ranks on 2 nodes: a, b".
void print_machine(const machine::Allocation& machine);
/// Version of the program and of MPI, then the report.
nlohmann::ordered_json health_document(const machine::Report& report,
                                       const std::vector<machine::Failure>& failures);

}  // namespace lobatto::program
