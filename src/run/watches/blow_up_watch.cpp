#include "run/watches/blow_up_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lobatto::run {

namespace {

constexpr double suspicious_energy = 1.1;  // over what is explained
constexpr double impossible_energy = 2.0;
constexpr double harmless_cfl = 0.1;
constexpr int n_typical = 100;         // steps that the typical one is of
constexpr double suspicious_dt = 0.2;  // of the typical one
constexpr double impossible_dt = 1e-3;

}  // namespace

std::optional<std::string> BlowUpWatch::look(const physics::StepReport& report,
                                             std::optional<double> wanted_dt) {
  is_suspicious_ = false;
  auto trouble = look_at_energy(report);
  if (wanted_dt && std::isfinite(*wanted_dt)) {
    const auto too_short = look_at_step(*wanted_dt);
    if (!trouble) trouble = too_short;
  }
  if (!is_suspicious_) last_calm_step_ = report.step;
  return trouble;
}

void BlowUpWatch::begin_anew(const physics::FlowState& state) {
  last_ = state;
  explained_ = state.kinetic_energy;
  n_steps_ = 0;
}

std::optional<std::string> BlowUpWatch::look_at_energy(const physics::StepReport& report) {
  const auto& state = report.state;
  explained_ = std::min(explained_, last_.kinetic_energy) +
               report.dt * std::max({last_.power, state.power, 0.0});
  last_ = state;
  const bool is_stable = report.dt * state.cfl_rate <= harmless_cfl;
  if (is_stable || state.kinetic_energy <= suspicious_energy * explained_) return std::nullopt;
  is_suspicious_ = true;
  if (state.kinetic_energy <= impossible_energy * explained_) return std::nullopt;
  return fmt::format(
      "the mean kinetic energy, {:.4g}, is more than twice of what the flow had plus what forces "
      "and boundaries have put in since, {:.4g}",
      state.kinetic_energy, explained_);
}

std::optional<std::string> BlowUpWatch::look_at_step(double wanted_dt) {
  const double typical = n_steps_ > 0 ? std::exp(mean_log_dt_) : wanted_dt;
  n_steps_ = std::min(n_steps_ + 1, n_typical);
  mean_log_dt_ += (std::log(wanted_dt) - mean_log_dt_) / n_steps_;
  if (wanted_dt < suspicious_dt * typical) is_suspicious_ = true;
  if (min_dt_ && wanted_dt < *min_dt_)
    return fmt::format("the CFL number asks for a step of {:.3e}, less than time.min_dt = {:g}",
                       wanted_dt, *min_dt_);
  if (min_dt_ || wanted_dt >= impossible_dt * typical) return std::nullopt;
  return fmt::format(
      "the CFL number asks for a step of {:.3e}, less than a thousandth of the usual one, {:.3e}",
      wanted_dt, typical);
}

}  // namespace lobatto::run
