#include "machine/results/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lobatto::machine {

namespace {

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::ranges::sort(copy);
  return copy;
}

/// The largest k >= 0 with 2 P(Binomial(n, 1/2) < k) <= error.
std::size_t sign_test_rank(std::size_t n, double error) {
  const auto size = static_cast<double>(n);
  double below = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const auto i = static_cast<double>(k);
    below += std::exp(std::lgamma(size + 1) - std::lgamma(i + 1) - std::lgamma(size - i + 1) -
                      size * std::numbers::ln2);
    if (2 * below > error) return k;
  }
  return n;
}

/// P(|T| <= sqrt(n) tan(angle)) of Student's T with n degrees of freedom: Abramowitz & Stegun,
/// Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
double student_probability(int n, double angle) {
  const double cosine = std::cos(angle);
  const int first = n % 2 + 2;  // of the factors (first - 1) / first, (first + 1) / (first + 2) ...
  double term = n % 2 == 1 ? cosine : 1, sum = n > 1 ? term : 0;
  for (int i = first; i < n; i += 2) {
    term *= cosine * cosine * (i - 1) / i;
    sum += term;
  }
  sum *= std::sin(angle);
  return n % 2 == 1 ? (angle + sum) / (std::numbers::pi / 2) : sum;
}

/// The t with P(|T| > t) = error, by bisection.
double student_quantile(int n, double error) {
  double inside = 0, outside = std::numbers::pi / 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (inside + outside) / 2;
    (1 - student_probability(n, middle) > error ? inside : outside) = middle;
  }
  return std::sqrt(n) * std::tan(outside);
}

}  // namespace

double median(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto ascending = sorted(values);
  const std::size_t half = ascending.size() / 2;
  return ascending.size() % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

Summary summarise(std::span<const double> values) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (values.empty()) return {0, none, none, none, none, none};
  Summary summary{values.size(),
                  *std::ranges::min_element(values),
                  *std::ranges::max_element(values),
                  0,
                  median(values),
                  0};
  const auto n = static_cast<double>(values.size());
  for (const double value : values) summary.average += value / n;
  double squares = 0;
  for (const double value : values)
    squares += (value - summary.average) * (value - summary.average);
  if (values.size() > 1) summary.standard_deviation = std::sqrt(squares / (n - 1));
  return summary;
}

Interval median_interval(std::span<const double> values, double error) {
  constexpr double everything = std::numeric_limits<double>::infinity();
  if (values.size() < 2) return {-everything, everything};
  const std::size_t k = sign_test_rank(values.size(), error);
  if (k > 0) {
    const auto ascending = sorted(values);
    return {ascending[k - 1], ascending[values.size() - k]};
  }
  const Summary summary = summarise(values);
  const double half_width = student_quantile(static_cast<int>(values.size()) - 1, error) *
                            std::sqrt(std::numbers::pi / 2) * summary.standard_deviation /
                            std::sqrt(static_cast<double>(values.size()));
  return {summary.median - half_width, summary.median + half_width};
}

Usual usual_of(std::span<const double> values, bool larger_is_better) {
  if (values.empty()) return {};
  const std::size_t half = larger_is_better ? values.size() / 2 : (values.size() - 1) / 2;
  const double usual = sorted(values)[half];
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values)
    distances.push_back(std::abs(excess(value, usual, larger_is_better)));
  std::ranges::sort(distances);
  return {usual, spread_per_distance * distances[(values.size() - 1) / 2]};
}

double excess(double value, double usual, bool larger_is_better) {
  return larger_is_better ? usual * (usual / value - 1) : value - usual;
}

bool is_behind(double value, const Usual& usual, bool larger_is_better, double share) {
  constexpr double deviations = 4;
  const double missing = larger_is_better ? usual.value - value : value - usual.value;
  return missing > share * std::abs(usual.value) &&
         excess(value, usual.value, larger_is_better) > deviations * usual.spread;
}

}  // namespace lobatto::machine
