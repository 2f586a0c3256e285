#include "time/error_control.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "time/cfl_control.hpp"

namespace lobatto::time {

namespace {

constexpr double order = 3;  // of the local error in dt
constexpr double of_last = 0.7 / order, of_before = 0.4 / order;
constexpr double most_shrinking = 0.5;
/// Below this part of the tolerance an error says no more than that the step may grow.
constexpr double least_error = 0.1;
/// Constant steps: e = 4 / 9 dt^3 u'''.
constexpr double constant = 4.0 / 9;

/// To a hundredth. The difference that an error is loses digits, and any number of ranks is to take
/// the same steps.
double rounded(double error) {
  constexpr double per_octave = 64;
  return error > 0 ? std::exp2(std::round(per_octave * std::log2(error)) / per_octave) : error;
}

}  // namespace

ErrorControl::ErrorControl(double tolerance) : tolerance_(tolerance) {
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    throw base::Error("the tolerance of time steps must be positive");
}

double ErrorControl::first(double longest) const {
  return longest * std::min(1.0, std::cbrt(tolerance_ / constant));
}

std::optional<double> ErrorControl::ideal(double last_dt) const {
  if (error_ == unknown) return std::nullopt;
  return last_dt / std::cbrt(std::max(error_ / tolerance_, least_error * least_error));
}

double ErrorControl::propose(double last_dt) const {
  const auto ideal_dt = ideal(last_dt);
  if (!ideal_dt || (last_dt <= *ideal_dt && *ideal_dt <= CflControl::dead_band * last_dt))
    return last_dt;
  const double last = std::max(error_ / tolerance_, least_error);
  const double before =
      error_before_ == unknown ? 1.0 : std::max(error_before_ / tolerance_, least_error);
  const double ratio = std::pow(last, -of_last) * std::pow(before, of_before);
  if (*ideal_dt > last_dt) return last_dt * std::clamp(ratio, 1.0, CflControl::growth);
  return last_dt * std::clamp(ratio / CflControl::shrink_margin, most_shrinking, 1.0);
}

void ErrorControl::take(std::optional<double> error) {
  error_before_ = std::exchange(error_, error ? rounded(*error) : unknown);
}

void ErrorControl::visit_state(base::StateVisitor& visitor) {
  if (!visitor.has("run/local_error")) return forget();
  visitor.visit("run/local_error", error_);
  visitor.visit("run/local_error_before", error_before_);
}

}  // namespace lobatto::time
