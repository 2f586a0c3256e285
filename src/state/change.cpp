#include "state/change.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lobatto::state {

namespace {

/// Integrals over this rank of (now - before)^2 and of now^2, of all components.
struct Squares {
  double difference = 0;
  double field = 0;
};

Squares squares_of(const Comparison& compared) {
  Squares squares;
  const space::FunctionSpace& space = compared.where;
  for (int c = 0; c < compared.now.n_components(); ++c) {
    const double* now = compared.now.now(c).data();
    const double* before = compared.before.at(compared.level, c).data();
    for (int e = 0; e < space.n_elements(); ++e) {
      const auto mass = space.mass(e);
      const std::size_t begin = e * space.element_size();
      for (std::size_t q = 0; q < space.element_size(); ++q) {
        const double value = now[begin + q], step = value - before[begin + q];
        squares.difference += mass(q) * step * step;
        squares.field += mass(q) * value * value;
      }
    }
  }
  return squares;
}

}  // namespace

double largest_change(std::span<const Comparison> comparisons) {
  if (comparisons.empty()) return 0;
  std::vector<double> sums;
  for (const Comparison& compared : comparisons) {
    const Squares squares = squares_of(compared);
    sums.insert(sums.end(), {squares.difference, squares.field});
  }
  comparisons.front().where.communicator().sum(sums);
  double largest = 0;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const double difference = sums[2 * i], field = sums[2 * i + 1];
    const double negligible = comparisons[i].negligible;
    if (difference == 0 || field < negligible * negligible * comparisons[i].where.volume())
      continue;
    largest = std::max(largest, std::sqrt(difference / field));
  }
  return largest;
}

}  // namespace lobatto::state
