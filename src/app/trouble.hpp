#pragma once

#include <optional>
#include <string>

#include "app/simulation.hpp"

namespace lobatto::app {

/// Looks at a step for values that are not finite or a CFL number beyond the case's limit. Returns
/// what is wrong and where, for people; empty when all is well. Collective.
std::optional<std::string> find_trouble(const Simulation& simulation,
                                        const flow::StepReport& report);

/// Follows the iterative solvers over a run: one step with an unconverged solve is worth a warning,
/// several in a row end the run.
class ConvergenceWatch {
 public:
  static constexpr int n_tolerated = 5;  ///< unconverged steps in a row before the run stops

  struct Verdict {
    std::string text;  ///< for people
    bool stop = false;
  };
  /// To be called once a step; empty when every solve converged or when the same was said one step
  /// ago.
  std::optional<Verdict> look(const flow::StepReport& report);

 private:
  int n_in_a_row_ = 0;
};

}  // namespace lobatto::app
