#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "case/case.hpp"
#include "io/run_folder.hpp"
#include "perf/profiler.hpp"
#include "physics/step_report.hpp"
#include "residents/observers/output_quantities.hpp"
#include "residents/solution.hpp"

namespace lobatto::residents {

/// The end of a step whose state can be used.
struct Moment {
  const physics::StepReport& report;
  double time_before = 0;  ///< of the step
  bool is_last = false;    ///< of the run

  [[nodiscard]] bool is_due(const cases::Interval& interval) const {
    return interval.is_due(report.step, time_before, report.time);
  }
};

/// Where a run begins.
struct RunStart {
  const io::RunFolder& folder;
  std::optional<long long> resumed_step = {};  ///< that it goes on from, if it does
  bool is_at_end = false;                      ///< no step is left
};

/// Watches a run and writes what it sees into the run folder. All calls are collective; what cannot
/// be written is thrown as base::Error on every rank.
class Observer {
 public:
  virtual ~Observer() = default;

  /// The region of the profiler that its work counts to.
  [[nodiscard]] virtual const char* region() const = 0;
  /// Before the first step, after a state was loaded: makes folders and opens files, after what
  /// they hold up to the step that the run goes on from.
  virtual void begin_run(const RunStart& start) = 0;

  [[nodiscard]] virtual bool is_due(const Moment& moment) const = 0;
  /// Before a sample where the mesh moves: takes places, normals and masses anew.
  virtual void follow_mesh() {}
  /// Takes a sample of the state as it is now.
  virtual void sample(const Moment& moment) = 0;
  /// What it means when sample() fails: "these fields are lost".
  [[nodiscard]] virtual const char* consequence() const = 0;
  /// True while something that sample() could not write waits for the next try.
  [[nodiscard]] virtual bool waits() const { return false; }
  /// Why something is waiting that was to be written without a word to the other ranks; empty
  /// while nothing is. On rank 0, not collective.
  [[nodiscard]] virtual std::string failure() const { return {}; }

  /// Before a checkpoint and at the end of the run: what a restart goes on from is on the disk.
  virtual void flush() {}
  /// At the end of the run.
  virtual void finish() { flush(); }
  /// The run ends early. The last state that can be used, of this time and step, is at this level
  /// of the fields: 0 is now, 1 before the step.
  virtual void rescue(std::size_t /*level*/, double /*time*/, long long /*step*/) {}
  /// What was gathered, for people; may be empty.
  [[nodiscard]] virtual std::string summary() const { return {}; }
  /// What a restart wants beside the state of the solution.
  virtual void visit_state(base::StateVisitor& /*visitor*/) {}
};

using ObserverList = std::vector<std::unique_ptr<Observer>>;

/// What observers are made with; all of it lives longer than they.
struct ObserverContext {
  Solution solution;
  perf::Profiler& profiler;
  OutputQuantities& quantities;
  state::State& state;  ///< that of the solution, for what acts on it between two steps
};

/// Makes all observers of one kind that the case asks for. Collective; throws base::Error on every
/// rank where one cannot be: the mesh has no such place.
using ObserverMaker = ObserverList(const ObserverContext& context);

}  // namespace lobatto::residents
