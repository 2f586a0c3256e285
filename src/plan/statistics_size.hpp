#pragma once

#include <cstddef>

#include "case/case.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// True where the statistics of a case gather the products of a force that fluctuates: full ones,
/// which budgets are made of.
bool gathers_force(const cases::Case& the_case);

/// What the statistics of a case take on all ranks.
struct StatisticsSize {
  std::size_t n_averages = 0;
  double bytes = 0;  ///< of their sums
  double flops_per_sample = 0;
};

/// Of a case with statistics.
StatisticsSize statistics_size(const cases::Case& the_case, const ElementShares& shares);

}  // namespace lobatto::plan
