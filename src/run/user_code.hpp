#pragma once

#include <string>

#include "case/expressions/user_function.hpp"
#include "io/run_folder.hpp"
#include "physics/step_report.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Code of the user's own that takes part in a run: functions that stand for formulas of the case,
/// and what it does between steps. It may read and change the fields.
class UserCode {
 public:
  virtual ~UserCode() = default;

  [[nodiscard]] virtual cases::UserFunctions functions() const = 0;

  enum class Wish { go_on, stop, failed };
  /// Before the first step, after a state was loaded. What `failed` here ends the run before it
  /// begins.
  virtual Wish begin(Simulation& simulation, const io::RunFolder& folder) = 0;
  /// At the end of a step whose state can be used. Ranks may wish for different things; the worst
  /// counts.
  virtual Wish after_step(const physics::StepReport& report) = 0;
  /// The simulation goes: nothing of it may be used any more. After begin().
  virtual void end() noexcept = 0;
  /// Why the code of this rank, a hook or a function, has failed; empty where it has not.
  [[nodiscard]] virtual std::string failure() const = 0;
};

/// None of a user code that is not there (null).
inline cases::UserFunctions functions_of(const UserCode* user_code) {
  return user_code != nullptr ? user_code->functions() : cases::UserFunctions{};
}

}  // namespace lobatto::run
