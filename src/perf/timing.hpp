#pragma once

#include <algorithm>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace lobatto::perf {

/// Seconds of the slowest rank for a part of the work that all begin together. Collective.
template <class Part>
double seconds_of_slowest(const comm::Communicator& communicator, const Part& part) {
  communicator.barrier();
  const base::Stopwatch watch;
  part();
  return communicator.max(watch.seconds());
}

/// The middle one of some values, the upper of two; there must be one.
inline double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace lobatto::perf
