#include "run/records/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "run/records/terminal.hpp"

namespace lobatto::run {

namespace {

constexpr std::chrono::milliseconds live_interval{200};
constexpr std::chrono::seconds line_interval{10};
constexpr std::size_t whole = std::string::npos;

/// What fits into so many columns, in the order given.
std::string fitted(std::vector<ProgressLine::Part> parts, std::size_t columns) {
  const auto joined = [&] {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : "  ") + part.text;
    return text;
  };
  std::string text = joined();
  while (text.size() > columns && parts.size() > 1) {
    parts.erase(std::ranges::max_element(parts, {}, &ProgressLine::Part::rank));
    text = joined();
  }
  return text.substr(0, columns);
}

}  // namespace

ProgressLine::ProgressLine(ProgressStyle style, First first, std::FILE* log)
    : terminal_(style == ProgressStyle::automatic ? Terminal::of_person() : std::nullopt),
      live_(terminal_ || style == ProgressStyle::live),
      silent_(style == ProgressStyle::none || style == ProgressStyle::silent),
      log_(log),
      start_(Clock::now()),
      last_shown_(first == First::at_once ? start_ - std::chrono::hours(1) : start_),
      last_logged_(last_shown_) {}

void ProgressLine::update(double fraction, base::FunctionRef<std::vector<Part>()> parts) {
  if (!first_fraction_) first_fraction_ = fraction;
  const bool is_last = fraction >= 1.0;
  const auto now = Clock::now();
  const auto interval = live_ ? Clock::duration(live_interval) : line_interval;
  const bool show = !silent_ && (is_last || now - last_shown_ >= interval);
  const bool write = log_ != nullptr && (is_last || now - last_logged_ >= line_interval);
  if (!show && !write) return;
  const std::vector<Part> told = parts();
  if (show) {
    // A full line would make some terminals begin the next one.
    const auto columns = terminal_ ? static_cast<std::size_t>(terminal_->columns() - 1) : whole;
    put_text(stdout, live_ ? "\r\033[K" + line(fraction, told, columns)
                           : line(fraction, told, whole) + "\n");
    last_shown_ = now;
    is_shown_ = true;
  }
  if (write) {
    put_text(log_, line(fraction, told, whole) + "\n");
    last_logged_ = now;
  }
}

void ProgressLine::finish() {
  if (is_shown_ && live_) put_text(stdout, "\n");
}

std::string ProgressLine::line(double fraction, std::vector<Part> parts,
                               std::size_t columns) const {
  parts.insert(parts.begin(), {0, fmt::format("{:3.0f} %", std::floor(100.0 * fraction))});
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const double done = fraction - *first_fraction_;
  if (done > 0 && fraction < 1.0)
    parts.push_back({1, "ETA " + format_duration(elapsed * (1.0 - fraction) / done)});
  return fitted(std::move(parts), columns);
}

std::string format_duration(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto s = static_cast<long long>(std::llround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
  return fmt::format("{} d {:02} h", s / 86400, s % 86400 / 3600);
}

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
    if (report.local_error) parts.push_back({4, fmt::format("error {:.1e}", *report.local_error)});
    if (change_) parts.push_back({4, fmt::format("change {:.1e}", *change_)});
    parts.push_back({5, fmt::format("{:.3g} s/step", seconds_per_step)});
    return parts;
  });
}

}  // namespace lobatto::run
