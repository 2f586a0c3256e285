#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/results/baseline.hpp"
#include "machine/results/report.hpp"

namespace lobatto::machine {

/// What a measurement has to reach, in its own unit; what is empty is not asked for.
struct Threshold {
  std::string measurement;
  std::optional<double> at_least = {}, at_most = {};
  std::optional<double> within = {};           ///< of the best place, as a share: 0.1
  std::optional<double> within_baseline = {};  ///< of the median of the baseline, as a share
};

/// 1e-3 for values in "us" that are wanted in "ms"; empty where one is not the other's unit.
std::optional<double> unit_factor(const std::string& from, const std::string& to);

/// Every place that falls short, in the order of thresholds and ranks. A place is judged by the
/// median of its repeats. baseline: null when there is none, which lets within_baseline pass.
std::vector<Failure> judge(const Report& report, std::span<const Threshold> thresholds,
                           const Baseline* baseline);

/// The measurements of thresholds that this report does not have, so that nothing could be judged.
std::vector<std::string> not_measured(const Report& report, std::span<const Threshold> thresholds);

}  // namespace lobatto::machine
