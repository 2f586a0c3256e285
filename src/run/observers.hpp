#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/run_folder.hpp"
#include "run/force_output.hpp"
#include "run/output_quantities.hpp"
#include "run/probe_output.hpp"

namespace lobatto::run {

/// All probes and forces of a run.
class Observers {
 public:
  /// Looks for points and boundaries. Collective; throws base::Error on every rank where one is not
  /// there.
  explicit Observers(Simulation& simulation);

  [[nodiscard]] OutputQuantities& quantities() { return quantities_; }

  /// Makes the folders and opens the files. Collective.
  void begin_run(const io::RunFolder& folder, std::optional<long long> resumed_step);
  /// Samples what is due after a step that began at time_before. Collective; throws base::Error on
  /// every rank where a file cannot be written: its samples wait.
  void after_step(double time_before);
  /// Before a checkpoint and at the end of the run: what a restart goes on from is on the disk.
  /// Collective; throws like after_step.
  void flush();
  /// Why rows of tables wait, once, where they newly do. On rank 0.
  std::optional<std::string> new_failure();

 private:
  Simulation& simulation_;
  perf::RegionId region_;
  OutputQuantities quantities_;
  std::vector<std::unique_ptr<ProbeOutput>> probes_;
  std::vector<std::unique_ptr<ForceOutput>> forces_;
  bool rows_wait_ = false;
};

}  // namespace lobatto::run
