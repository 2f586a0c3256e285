#include "run/records/progress.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace lobatto::run {

void Progress::update(const physics::StepReport& report, double seconds_per_step, double fraction) {
  if (report.change) change_ = report.change;
  line_.update(fraction, [&] {
    std::vector<ProgressLine::Part> parts{
        {2, fmt::format("step {:<6}", report.step)},
        {3, fmt::format("t {:<8.5g}", report.time)},
        {8, fmt::format("dt {:<8.2e}", report.dt)},
        {6, fmt::format("CFL {:<4.2f}", report.dt * report.state.cfl_rate)},
        {9, fmt::format("div {:.1e}", report.state.divergence)}};
    if (report.bulk_velocity)
      parts.push_back({7, fmt::format("U_b {:.6f}", *report.bulk_velocity)});
    if (change_) parts.push_back({4, fmt::format("change {:.1e}", *change_)});
    parts.push_back({5, fmt::format("{:.3g} s/step", seconds_per_step)});
    return parts;
  });
}

}  // namespace lobatto::run
