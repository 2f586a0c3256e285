#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "run/sample_table.hpp"
#include "run/simulation.hpp"
#include "stats/wall_traction.hpp"

namespace lobatto::run {

/// Records the force of the flow on the boundaries of one [[force]], a row a sample.
class ForceOutput {
 public:
  /// On boundaries that the mesh has, as boundary_faults() has found.
  ForceOutput(const cases::ForceCase& force, const Simulation& simulation);

  [[nodiscard]] const cases::ForceCase& settings() const { return force_; }
  /// Opens the table in `folder`, after what it holds up to the step that the run goes on from.
  /// Collective.
  void begin_run(const std::filesystem::path& folder, std::optional<long long> resumed_step);
  /// Collective.
  void sample();
  /// Why rows are waiting; empty while none is. On rank 0.
  [[nodiscard]] std::string failure() const { return table_ ? table_->failure() : ""; }

 private:
  cases::ForceCase force_;
  const Simulation& simulation_;
  stats::WallTraction traction_;
  std::optional<SampleTable> table_;
};

}  // namespace lobatto::run
