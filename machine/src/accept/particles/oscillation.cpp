#include "accept/particles/oscillation.hpp"

#include <cmath>
#include <cstddef>

namespace lobatto::accept {

Oscillation fit_oscillation(std::span<const double> samples, int lag, double dt) {
  const auto s = static_cast<std::size_t>(lag);
  double now_now = 0, now_before = 0, before_before = 0, next_now = 0, next_before = 0;
  for (std::size_t i = s; i + s < samples.size(); ++i) {
    const double before = samples[i - s], now = samples[i], next = samples[i + s];
    now_now += now * now;
    now_before += now * before;
    before_before += before * before;
    next_now += next * now;
    next_before += next * before;
  }
  const double determinant = now_now * before_before - now_before * now_before;
  const double first = (next_now * before_before - next_before * now_before) / determinant;
  const double second = (next_before * now_now - next_now * now_before) / determinant;
  const double decay = std::sqrt(-second);
  return {std::acos(first / (2 * decay)) / (lag * dt), std::log(decay) / (lag * dt)};
}

}  // namespace lobatto::accept
