#include "mesh/grading.hpp"

#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

void check_range(double lower, double upper, int n_elements) {
  if (n_elements < 1) throw base::Error("a range needs at least one element");
  if (!std::isfinite(lower) || !std::isfinite(upper) || !(lower < upper)) {
    throw base::Error("a range must have its lower end below its upper end");
  }
}

}  // namespace

std::vector<double> uniform_ticks(double lower, double upper, int n_elements) {
  check_range(lower, upper, n_elements);
  std::vector<double> ticks(static_cast<std::size_t>(n_elements) + 1);
  // Written so that a range about zero gives ticks that are symmetric to the last bit.
  for (int e = 1; e < n_elements; ++e)
    ticks[e] = (lower * (n_elements - e) + upper * e) / n_elements;
  ticks.front() = lower;
  ticks.back() = upper;
  return ticks;
}

std::vector<double> sine_ticks(double lower, double upper, int n_elements, double alpha) {
  check_range(lower, upper, n_elements);
  constexpr double right_angle = std::numbers::pi / 2;
  if (!(alpha > 0 && alpha < right_angle))
    throw base::Error("a sine grading needs 0 < alpha < pi / 2");
  const double middle = lower / 2 + upper / 2;
  const double half = upper / 2 - lower / 2;
  std::vector<double> ticks(static_cast<std::size_t>(n_elements) + 1, middle);
  for (int e = 0; 2 * e < n_elements; ++e) {
    const double s = 0.5 - static_cast<double>(e) / n_elements;  // of the upper one of the pair
    const double offset =
        half * std::sin(2 * s * (right_angle - alpha)) / std::sin(right_angle - alpha);
    ticks[e] = middle - offset;
    ticks[n_elements - e] = middle + offset;
  }
  ticks.front() = lower;
  ticks.back() = upper;
  return ticks;
}

std::vector<double> geometric_ticks(double lower, double upper, int n_elements, double ratio) {
  check_range(lower, upper, n_elements);
  if (!(ratio > 0) || !std::isfinite(ratio))
    throw base::Error("a geometric grading needs a positive ratio");
  const double growth = std::log(ratio);
  if (growth == 0) return uniform_ticks(lower, upper, n_elements);
  std::vector<double> ticks(static_cast<std::size_t>(n_elements) + 1);
  // (ratio^e - 1) / (ratio^n - 1) of the range, also accurate next to ratio 1.
  for (int e = 1; e < n_elements; ++e) {
    ticks[e] = lower + (upper - lower) * std::expm1(e * growth) / std::expm1(n_elements * growth);
  }
  ticks.front() = lower;
  ticks.back() = upper;
  return ticks;
}

}  // namespace lobatto::mesh
