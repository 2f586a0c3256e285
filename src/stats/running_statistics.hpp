#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "stats/averaged_mesh.hpp"
#include "stats/moments.hpp"
#include "stats/sample_times.hpp"

namespace lobatto::stats {

/// Averages of a flow over time and over homogeneous directions, gathered while it is computed, one
/// window of time after another.
class RunningStatistics {
 public:
  struct Settings {
    SampleTimes::Settings times;
    std::array<bool, 3> averaged{};
    Extent extent = Extent::full;
    std::size_t n_scalars = 0;
    std::vector<std::string> fields = {};  ///< names of further ones
    bool pressure = true;
    bool force = false;  ///< where it fluctuates
    std::size_t n_numbers = 0;

    [[nodiscard]] Gathered gathered() const {
      return {extent, n_scalars, fields.size(), pressure, force};
    }
  };
  /// What a sample is made of, and numbers of the whole flow that are averaged with it.
  struct Observation {
    Sample fields;
    std::vector<double> numbers;
  };

  /// Collective; throws base::Error like AveragedMesh.
  RunningStatistics(const space::FunctionSpace& space, const Settings& settings);
  RunningStatistics(const RunningStatistics&) = delete;
  RunningStatistics& operator=(const RunningStatistics&) = delete;

  /// The state that the run begins with, before any step (and after a state was loaded).
  void begin_run(const Moment& now) { times_.begin_run(now); }
  /// The state after a step; `observe` is called where it is a sample. True when the window is
  /// complete with it. Collective only as far as `observe` is.
  bool after_step(const Moment& now, base::FunctionRef<Observation()> observe);

  /// Brings the sums of the window to the owners of the columns, for the averages below.
  /// Collective.
  void combine() { moments_.combine(); }
  /// Forgets the window and begins the next one.
  void next_window();

  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const AveragedMesh& mesh() const { return mesh_; }
  [[nodiscard]] const SampleTimes& times() const { return times_; }
  [[nodiscard]] const Moments& moments() const { return moments_; }
  /// Averages of the numbers over the window.
  [[nodiscard]] std::vector<double> numbers() const;

  /// Names the sums and the place in time, under names that depend on what is gathered: a run that
  /// gathers something else does not find them and begins anew. Collective.
  void visit_state(base::StateVisitor& visitor);

 private:
  Settings settings_;
  AveragedMesh mesh_;
  Moments moments_;
  SampleTimes times_;
  std::vector<double> number_sums_;
};

}  // namespace lobatto::stats
