#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "accept/kernel.hpp"
#include "perf/machine_limits.hpp"

namespace lobatto::accept {

/// What a kernel did on this machine. The same on every rank.
struct KernelReport {
  std::string name, stands_for, update;
  int n_ranks = 1;
  KernelSettings settings;
  Work work;                    ///< of a pass
  std::vector<double> seconds;  ///< of each pass, of its slowest rank
  std::vector<Answer> answers;
  std::vector<Figure> figures;

  [[nodiscard]] double median_seconds() const;
  [[nodiscard]] double updates_per_second() const;  ///< of all ranks together, by the median
  [[nodiscard]] bool holds() const;                 ///< all answers
};

/// Makes the kernel, passes once to warm up, then for about `seconds` but three times at least,
/// then asks for its answers. Collective.
KernelReport measure_kernel(const KernelKind& kind, const KernelSettings& settings, double seconds,
                            const comm::Communicator& communicator);

/// For files: everything, with rates per rank and their shares of the limits.
nlohmann::ordered_json to_json(const KernelReport& report, const perf::MachineLimits& limits);
/// For people: some lines, each with its end.
std::string to_text(const KernelReport& report, const perf::MachineLimits& limits);

}  // namespace lobatto::accept
