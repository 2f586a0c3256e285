#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case/schema/choices.hpp"
#include "perf/machine_rates.hpp"

namespace lobatto::extruded {
class ExtrudedPlan;
class ExtrudedPlans;
}  // namespace lobatto::extruded

namespace lobatto::plan {

/// What solvers and shares are chosen by, beside the case: who carries it out knows.
struct Grounds {
  int n_ranks = 1;
  perf::MachineRates rates = {};  ///< of the machine
  /// Of the run that this one goes on from, by equation.
  std::map<std::string, cases::SolverMethod> solvers_so_far = {};
  /// Of a mesh that turned out to be layers of a plane mesh.
  std::shared_ptr<extruded::ExtrudedPlans> layers = {};
  /// Of an equation on them, once that has been looked for.
  struct OnLayers {
    /// One for each set of conditions that its unknowns have.
    std::vector<std::shared_ptr<const extruded::ExtrudedPlan>> plans = {};
    std::string obstacle = {};  ///< why there are none
  };
  std::map<std::string, OnLayers> on_layers = {};  ///< by equation
};

}  // namespace lobatto::plan
