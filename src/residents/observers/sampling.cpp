#include "residents/observers/sampling.hpp"

#include "plan/describe.hpp"

namespace lobatto::residents {

std::string interval_text(const cases::Interval& interval) {
  if (interval.every_time) return fmt::format("every {:.6g} time units", *interval.every_time);
  return fmt::format("every {}", plan::counted(*interval.every_steps, "step"));
}

}  // namespace lobatto::residents
