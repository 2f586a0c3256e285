#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

/// What one trial found.
struct TrialResult {
  std::string name, title;
  std::string skipped;  ///< why it did not run; empty when it did
  std::vector<Measurement> measurements;
};

/// A measurement that is not as good as it has to be.
struct Failure {
  std::string measurement;
  int rank = 0, partner = -1;
  double value = 0;
  std::string unit;
  std::string demand;  ///< "at least 10 GB/s"
};

/// Everything that was measured. Only rank 0 has it.
struct Report {
  Allocation machine;
  double budget = 0, seconds = 0;
  std::vector<TrialResult> results;

  /// By name, or null.
  [[nodiscard]] const Measurement* find(const std::string& name) const;
};

/// What falls short of the limits that quantities have by themselves.
std::vector<Failure> judge_limits(const Report& report);

/// "the measured value, unit and demand of a failure": "rank 1 (node4, core 3): stream_triad is
/// 3.21 GB/s, must be at least 10 GB/s".
std::string describe(const Failure& failure, const Allocation& machine);

}  // namespace lobatto::machine
