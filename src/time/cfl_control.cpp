#include "time/cfl_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace lobatto::time {
namespace {

/// Differences below this fraction of a time are the round-off of a long sum of steps. Less than
/// the 1e-12 by which a time may be missed, so that no step of round-off follows.
constexpr double round_off = 5e-13;

}  // namespace

CflControl::CflControl(double target, double max_dt) : target_(target), max_dt_(max_dt) {
  if (!(target > 0) || !std::isfinite(target))
    throw base::Error("the target CFL number must be positive");
  if (!(max_dt > 0)) throw base::Error("the longest time step must be positive");
}

double CflControl::ideal(double cfl_rate) const {
  if (!(cfl_rate >= 0) || !std::isfinite(cfl_rate)) {
    throw base::Error("the velocity is no longer finite: the solution has blown up");
  }
  const double unlimited =
      cfl_rate > 0 ? target_ / cfl_rate : std::numeric_limits<double>::infinity();
  return std::min(unlimited, max_dt_);
}

double CflControl::propose(double cfl_rate, double last_dt) const {
  if (last_dt > max_dt_) last_dt = max_dt_;
  const double ideal_dt = ideal(cfl_rate);
  if (ideal_dt < last_dt) return ideal_dt / shrink_margin;
  if (ideal_dt > dead_band * last_dt) return growth * last_dt;
  return last_dt;
}

double CflControl::first(double cfl_rate) const {
  const double dt = ideal(cfl_rate);
  if (!std::isfinite(dt))
    throw base::Error("fluid at rest sets no CFL number: give the longest time step");
  return dt;
}

double fit_to(double dt, double t, double end, double n_sharing) {
  constexpr double stretchable = 1e-6;  // of a step: not worth another step
  const double remaining = end - t;
  const double n_steps = std::max(1.0, std::ceil(remaining / dt - stretchable));
  if (n_steps > n_sharing) return dt;
  return std::abs(n_steps * dt - remaining) <= round_off * std::abs(end) ? dt : remaining / n_steps;
}

}  // namespace lobatto::time
