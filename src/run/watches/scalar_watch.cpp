#include "run/watches/scalar_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lobatto::run {

namespace {

constexpr double suspicious_excess = 1;
constexpr double impossible_excess = 10;
constexpr double least_width = 1e-3;  // of the values

double width_of(const physics::Range& bounds) {
  return std::max(bounds.width(),
                  least_width * std::max(std::abs(bounds.lowest), std::abs(bounds.highest)));
}

}  // namespace

double ScalarWatch::excess(Bounds& bounds, const physics::ScalarLimits& limits, double dt) {
  physics::Range& explained = bounds.explained;
  if (limits.before != bounds.last) {
    explained = limits.before;
    bounds.rate = 0;
  }
  const double gain = dt * std::max(bounds.rate, limits.rate);
  explained.take(limits.given);
  explained.lowest -= gain;
  explained.highest += gain;
  bounds.last = limits.now;
  bounds.rate = limits.rate;
  const double beyond =
      std::max({limits.now.highest - explained.highest, explained.lowest - limits.now.lowest, 0.0});
  const double width = width_of(explained);
  return width > 0 ? beyond / width : 0;
}

std::optional<ScalarWatch::Finding> ScalarWatch::look(const physics::StepReport& report) {
  std::optional<Finding> finding;
  is_suspicious_ = false;
  for (const auto& scalar : report.scalars) {
    const auto& now = scalar.limits.now;
    if (now.empty()) continue;
    Bounds& bounds = scalars_[scalar.name];
    const double beyond = excess(bounds, scalar.limits, report.dt);
    is_suspicious_ = is_suspicious_ || beyond > suspicious_excess;
    if (beyond <= impossible_excess || finding) continue;
    const auto& explained = bounds.explained;
    finding = {
        scalar.name,
        fmt::format("{} is from {:.4g} to {:.4g}; its initial and boundary values, its sources and "
                    "its fluxes explain {:.4g} to {:.4g}",
                    scalar.name, now.lowest, now.highest, explained.lowest, explained.highest),
        0.5 * (explained.lowest + explained.highest)};
  }
  if (!is_suspicious_) last_calm_step_ = report.step;
  return finding;
}

}  // namespace lobatto::run
