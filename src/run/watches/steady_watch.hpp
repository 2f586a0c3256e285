#pragma once

#include <optional>
#include <string>

#include "base/state_visitor.hpp"
#include "case/case.hpp"
#include "perf/profiler.hpp"
#include "physics/step_report.hpp"
#include "state/state.hpp"

namespace lobatto::run {

/// Tells when the fields of a run do not change any more. With f the field before and after a step
/// of length dt, and |f| its root mean square over the volume, the change is the largest
///   |f_n - f_{n-1}| / (dt |f_n|)
/// of the fields that the case names.
class SteadyWatch {
 public:
  /// Without names all fields that change are watched, but for the pressure, whose level may be
  /// free. State and profiler must live as long.
  SteadyWatch(const cases::SteadyCase& the_case, const state::State& state,
              perf::Profiler& profiler);

  /// After each step: the change where it is time to look. Collective, the same on all ranks.
  std::optional<double> look(const physics::StepReport& report);
  /// True where the change, when last looked at, was small enough.
  [[nodiscard]] bool is_steady() const { return change_ && *change_ < case_.change; }
  /// When last looked at.
  [[nodiscard]] std::optional<double> change() const { return change_; }
  /// Forgets what it saw: the run begins anew.
  void forget() { change_.reset(); }
  /// A run that goes on from a state that was steady knows it; one of a run that did not look may
  /// be loaded, too.
  void visit_state(base::StateVisitor& visitor);

 private:
  cases::SteadyCase case_;
  const state::State& state_;
  perf::Profiler& profiler_;
  perf::RegionId region_;
  std::optional<double> change_;
};

}  // namespace lobatto::run
