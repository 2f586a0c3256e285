#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "perf/machine_rates.hpp"

namespace lobatto::perf {

/// Of the first core, as the system names it; "unknown" where it does not.
std::string processor_name();

/// What was once measured of machines like this one, a small JSON file for each kind of machine
/// (processor, number of cores, memory): its nodes share it, and short runs need not measure.
class MachineMemory {
 public:
  /// $XDG_CACHE_HOME/lobatto, or ~/.cache/lobatto; empty where the environment has neither.
  static std::filesystem::path usual_folder();

  /// Of this machine, with so many ranks on a node, on one node or several. An empty folder
  /// remembers nothing.
  MachineMemory(const std::filesystem::path& folder, int ranks_on_node, bool several_nodes = false);

  /// Nothing where it was never measured, more than 30 days ago, or the file has no such rates:
  /// one that is damaged, no file, or of numbers and dates that nobody can have measured. Those of
  /// a disturbed measurement count for ten minutes, and while others are still running.
  [[nodiscard]] std::optional<MachineRates> recall(bool others_are_running = false) const;
  /// Replaces what the file says of this number of ranks. What cannot be written is forgotten.
  void remember(const MachineRates& rates) const;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::string ranks_;           ///< "2", or "2 on each of several nodes"
  std::filesystem::path file_;  ///< empty: none
};

}  // namespace lobatto::perf
