#pragma once

#include <optional>
#include <string>
#include <vector>

#include "residents/observers/observer.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// All that watches a run.
class Observers {
 public:
  /// Makes those that the case asks for. Collective; throws base::Error on every rank.
  explicit Observers(Simulation& simulation);

  void begin_run(const residents::RunStart& start);

  /// What could not be written, and what that means.
  struct Fault {
    std::string what;
    std::string consequence;
    bool is_lost = false;  ///< it does not wait for the next try
  };
  /// Lets those sample that are due. What waits for the next try is told once. Collective.
  [[nodiscard]] std::vector<Fault> sample(const residents::Moment& moment);
  /// See residents::Observer::rescue. Collective.
  [[nodiscard]] std::vector<Fault> rescue(std::size_t level, double time, long long step);
  /// At the end of the run. Collective.
  [[nodiscard]] std::vector<Fault> finish();
  /// Before a checkpoint. Collective; throws base::Error on every rank.
  void flush();
  /// Why rows wait, once, where they newly do. On rank 0.
  [[nodiscard]] std::optional<std::string> new_failure();
  /// A line each of those that have something to say.
  [[nodiscard]] std::vector<std::string> summaries() const;
  void visit_state(base::StateVisitor& visitor);

 private:
  void add(residents::ObserverList observers);

  struct Watcher {
    std::unique_ptr<residents::Observer> observer;
    perf::RegionId region;
    bool is_told = false;  ///< that it waits
  };
  /// In the region of the watcher.
  template <class Task>
  std::optional<Fault> attempt(Watcher& watcher, Task task);
  template <class Task>
  std::vector<Fault> attempt_all(Task task);

  perf::Profiler& profiler_;
  residents::OutputQuantities quantities_;
  bool mesh_moves_;
  std::vector<Watcher> watchers_;
  bool rows_wait_ = false;
};

}  // namespace lobatto::run
