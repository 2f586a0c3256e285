#include "run/records/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "run/records/put_text.hpp"

namespace lobatto::run {

namespace {

constexpr std::chrono::milliseconds live_interval{200};
constexpr std::chrono::seconds line_interval{10};

bool is_live(ProgressStyle style) {
  if (style == ProgressStyle::automatic) return isatty(STDOUT_FILENO) != 0;
  return style == ProgressStyle::live;
}

}  // namespace

Progress::Progress(ProgressStyle style, std::FILE* log)
    : live_(is_live(style)),
      silent_(style == ProgressStyle::none || style == ProgressStyle::silent),
      log_(log),
      start_(Clock::now()),
      last_shown_(start_ - std::chrono::hours(1)),
      last_logged_(last_shown_) {}

void Progress::update(const physics::StepReport& report, double seconds_per_step, double fraction) {
  if (!any_) first_fraction_ = fraction;
  any_ = true;
  if (report.change) change_ = report.change;
  const auto now = Clock::now();
  const bool show =
      !silent_ && now - last_shown_ >= (live_ ? Clock::duration(live_interval) : line_interval);
  const bool write = now - last_logged_ >= line_interval;
  if (!show && !write && fraction < 1.0) return;
  const std::string text = line(report, seconds_per_step, fraction);
  if (!silent_ && (show || fraction >= 1.0)) {
    put_text(stdout, fmt::format("{}{}{}", live_ ? "\r\033[K" : "", text, live_ ? "" : "\n"));
    last_shown_ = now;
  }
  if (write || fraction >= 1.0) {
    put_text(log_, text + "\n");
    last_logged_ = now;
  }
}

void Progress::finish() {
  if (any_ && live_ && !silent_) put_text(stdout, "\n");
}

std::string Progress::line(const physics::StepReport& report, double seconds_per_step,
                           double fraction) const {
  std::string text =
      fmt::format("{:3.0f} %  step {:<6} t {:<9.5g} dt {:<8.2e} CFL {:<5.2f} div {:.1e}",
                  std::floor(100.0 * fraction), report.step, report.time, report.dt,
                  report.dt * report.state.cfl_rate, report.state.divergence);
  if (report.bulk_velocity) text += fmt::format("  U_b {:.6f}", *report.bulk_velocity);
  if (change_) text += fmt::format("  change {:.1e}", *change_);
  text += fmt::format("  {:.3g} s/step", seconds_per_step);
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const double done = fraction - first_fraction_;
  if (done > 0 && fraction < 1.0)
    text += "  ETA " + format_duration(elapsed * (1.0 - fraction) / done);
  return text;
}

std::string format_duration(double seconds) {
  const auto s = static_cast<long long>(std::llround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
  return fmt::format("{} d {:02} h", s / 86400, s % 86400 / 3600);
}

}  // namespace lobatto::run
