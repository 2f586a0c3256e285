#include "perf/region_table.hpp"

#include <algorithm>
#include <array>

#include "perf/profiler.hpp"

namespace lobatto::perf {

double measure_scope_seconds() {
  constexpr int n_rounds = 15, n_entries = 400;
  Profiler profiler;
  const RegionId outer = profiler.add("outer"), inner = profiler.add("inner");
  std::array<double, n_rounds> seconds{};
  for (double& of_round : seconds) {
    profiler.reset();
    for (int i = 0; i < n_entries; ++i) {
      const Profiler::Scope outer_scope(profiler, outer);
      const Profiler::Scope inner_scope(profiler, inner);
    }
    of_round = profiler.wall_seconds() / (2 * n_entries);
  }
  std::ranges::nth_element(seconds, seconds.begin() + n_rounds / 2);
  return seconds[n_rounds / 2];
}

ProfilerOverhead profiler_overhead(const RegionTree& tree, const comm::Communicator& communicator) {
  const auto entries = static_cast<double>(tree.entries());
  const double an_entry = measure_scope_seconds(), wall = tree.seconds();
  std::array<double, 3> most{entries, an_entry, wall > 0 ? entries * an_entry / wall : 0.0};
  communicator.max(most);
  return {static_cast<long long>(most[0]), most[1], most[2]};
}

}  // namespace lobatto::perf
