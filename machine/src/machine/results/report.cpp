#include "machine/results/report.hpp"

#include <fmt/format.h>

namespace lobatto::machine {

const Measurement* Report::find(const std::string& name) const {
  for (const TrialResult& result : results)
    for (const Measurement& measurement : result.measurements)
      if (measurement.quantity.name == name) return &measurement;
  return nullptr;
}

std::vector<Failure> judge_limits(const Report& report) {
  std::vector<Failure> failures;
  for (const TrialResult& result : report.results)
    for (const Measurement& measurement : result.measurements) {
      const Measurand& quantity = measurement.quantity;
      if (!quantity.limit) continue;
      const std::string demand =
          fmt::format("{} {:g}{}{}", quantity.better == Better::larger ? "at least" : "at most",
                      *quantity.limit, quantity.unit.empty() ? "" : " ", quantity.unit);
      for (const Site& site : measurement.sites)
        for (const double value : site.repeats)
          // What is not a number fails as well.
          if (!(value == value) || measurement.is_worse(value, *quantity.limit)) {
            failures.push_back(
                {quantity.name, site.rank, site.partner, value, quantity.unit, demand});
            break;
          }
    }
  return failures;
}

std::string describe(const Failure& failure, const Allocation& machine) {
  return fmt::format("{}: {} is {:.4g}{}{}, must be {}",
                     machine.name_of(failure.rank, failure.partner), failure.measurement,
                     failure.value, failure.unit.empty() ? "" : " ", failure.unit, failure.demand);
}

}  // namespace lobatto::machine
