#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "run/simulation.hpp"

namespace lobatto::validation {

/// A case of the folder cases/, with overrides as of --set, on this rank alone.
cases::Case load_case(const std::string& file, const std::vector<std::string>& overrides = {});

/// A case from its text.
cases::Case case_from_text(const std::string& text, const std::vector<std::string>& overrides = {});

/// At its start, with the solvers that `lobatto run` takes: on layers of a plane mesh, too.
std::unique_ptr<run::Simulation> simulation_of(const cases::Case& the_case,
                                               const comm::Communicator& communicator);

/// Runs to the end on `communicator` and returns the simulation there.
std::unique_ptr<run::Simulation> run(const cases::Case& the_case,
                                     const comm::Communicator& communicator);

/// Simulations refer to it as long as they live.
const comm::Communicator& all_ranks();

/// A case from its text, run to the end on all ranks.
std::unique_ptr<run::Simulation> run_on_all(const std::string& text,
                                            const std::vector<std::string>& overrides = {});

/// max error of the named field against the case's exact solution.
double max_error(const run::Simulation& simulation, const std::string& field);

/// log2 of the ratio of errors when the step is halved.
double slope(double coarse, double fine);

}  // namespace lobatto::validation
