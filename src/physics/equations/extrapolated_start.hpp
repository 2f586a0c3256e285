#pragma once

#include <vector>

#include "physics/step_report.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The first step of a run of third order, for which no past is known. A step of order 1 leaves an
/// error of dt^2, which the whole run would keep; of one step over dt and of two over dt / 2 the
/// extrapolation
///   phi(dt) = 2 phi_{two halves} - phi_{one step} + O(dt^3)
/// (Richardson; Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, II.9) leaves
/// one of dt^3, and so does the step of order 2 that follows. Both parts fulfil the boundary
/// conditions at dt, so their combination does. Fast modes stay damped: the factor of e^{-z} is
/// 2 / (1 + z/2)^2 - 1 / (1 + z).
///
/// The step over dt is taken last and records the past for the steps to come; meanwhile the result
/// of the halves is kept in the oldest level of each field, which a step of order 1 does not touch.
class ExtrapolatedStart {
 public:
  explicit ExtrapolatedStart(state::State& state);

  /// The halves are done: their result is kept, the fields are again what they were. `state` has
  /// taken two steps.
  void begin_again();
  /// The step over dt is done, too: the fields become what is extrapolated.
  void extrapolate();

 private:
  struct Single {
    state::Variable* field;
    std::vector<space::Field> begin, of_halves;  ///< a component
  };

  std::vector<state::Variable*> fields_;  ///< of several levels
  std::vector<Single> singles_;           ///< of one level, which no level can be kept in
};

/// What happened in the whole step: sums and means over it are extrapolated, too, so that balances
/// hold as they do in each of the parts.
void extrapolate_report(const StepReport& first_half, const StepReport& second_half,
                        StepReport& of_whole);

}  // namespace lobatto::physics
