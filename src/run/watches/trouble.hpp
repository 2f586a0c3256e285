#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "run/checks/flux_check.hpp"
#include "run/simulation.hpp"
#include "run/watches/blow_up_watch.hpp"
#include "run/watches/scalar_watch.hpp"

namespace lobatto::run {

/// Looks at every step for what makes a run useless: values that are not finite, a CFL number
/// beyond the case's limit, a blow-up of flow or scalars that has only begun, boundary values that
/// no flow can have.
class TroubleWatch {
 public:
  /// From the state of the simulation on, which must live as long.
  explicit TroubleWatch(const Simulation& simulation);

  /// What is wrong with the step that the simulation has just taken and where, for people; empty
  /// when all is well. Collective.
  std::optional<std::string> look(const physics::StepReport& report);
  /// True where the last step does not look sound, though it may be: no time for a checkpoint.
  [[nodiscard]] bool is_suspicious() const {
    return blow_up_.is_suspicious() || scalars_.is_suspicious();
  }
  /// Checkpoints of this step and earlier ones are of sound states.
  [[nodiscard]] long long proven_step() const {
    return std::min(blow_up_.proven_step(),
                    scalars_.last_calm_step() - BlowUpWatch::steps_of_proof);
  }

 private:
  /// Collective.
  std::optional<std::string> find_blow_up(const physics::StepReport& report);

  const Simulation& simulation_;
  BlowUpWatch blow_up_;
  ScalarWatch scalars_;
  int n_beginnings_;
  FluxWatch flux_;
};

/// Follows the iterative solvers over a run: one step with an unconverged solve is worth a warning,
/// several in a row end the run.
class ConvergenceWatch {
 public:
  static constexpr int n_tolerated = 5;  ///< unconverged steps in a row before the run stops

  struct Verdict {
    std::string text;  ///< for people
    bool stop = false;
  };
  /// To be called once per step; empty when every solve converged or when the same was said one
  /// step ago.
  std::optional<Verdict> look(const physics::StepReport& report);

 private:
  int n_in_a_row_ = 0;
};

}  // namespace lobatto::run
