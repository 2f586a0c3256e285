#pragma once

#include <map>
#include <string>

#include "case/schema/choices.hpp"
#include "perf/machine_rates.hpp"

namespace lobatto::plan {

/// What solvers and shares are chosen by, beside the case: who carries it out knows.
struct Grounds {
  int n_ranks = 1;
  perf::MachineRates rates = {};  ///< of the machine
  /// Of the run that this one goes on from, by equation.
  std::map<std::string, cases::SolverMethod> solvers_so_far = {};
};

}  // namespace lobatto::plan
