#include "machine/results/statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace lobatto::machine {

double nth_of_all(const comm::Communicator& communicator, std::span<const double> own,
                  long long n) {
  std::vector<double> ascending(own.begin(), own.end());
  std::ranges::sort(ascending);
  // Numbers that are not negative have the order of their bits.
  std::uint64_t lower = 0,
                upper = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  while (lower < upper) {
    const std::uint64_t middle = lower + (upper - lower) / 2;
    const auto own_up_to = std::ranges::upper_bound(ascending, std::bit_cast<double>(middle));
    const long long n_up_to =
        communicator.sum(static_cast<long long>(own_up_to - ascending.begin()));
    if (n_up_to > n)
      upper = middle;
    else
      lower = middle + 1;
  }
  return std::bit_cast<double>(lower);
}

Summary summarise_all(const comm::Communicator& communicator, std::span<const double> own) {
  const long long count = communicator.sum(static_cast<long long>(own.size()));
  if (count == 0) return summarise({});
  const auto n = static_cast<double>(count);
  Summary summary{static_cast<std::size_t>(count), 0, 0, 0, 0, 0};
  double sum = 0;
  for (const double value : own) sum += value;
  summary.average = communicator.sum(sum) / n;
  double squares = 0;
  for (const double value : own) squares += std::pow(value - summary.average, 2);
  squares = communicator.sum(squares);
  if (count > 1) summary.standard_deviation = std::sqrt(squares / (n - 1));
  summary.minimum = nth_of_all(communicator, own, 0);
  summary.maximum = nth_of_all(communicator, own, count - 1);
  summary.median =
      (nth_of_all(communicator, own, (count - 1) / 2) + nth_of_all(communicator, own, count / 2)) /
      2;
  return summary;
}

Usual usual_of_all(const comm::Communicator& communicator, std::span<const double> own,
                   bool larger_is_better) {
  const long long count = communicator.sum(static_cast<long long>(own.size()));
  if (count == 0) return {};
  const double usual =
      nth_of_all(communicator, own, larger_is_better ? count / 2 : (count - 1) / 2);
  std::vector<double> distances;
  distances.reserve(own.size());
  for (const double value : own)
    distances.push_back(std::abs(excess(value, usual, larger_is_better)));
  return {usual, spread_per_distance * nth_of_all(communicator, distances, (count - 1) / 2)};
}

}  // namespace lobatto::machine
