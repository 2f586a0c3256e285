#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "comm/communicator.hpp"

namespace lobatto::physics {

/// From the lowest to the highest of some numbers; of none, upside down.
struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();

  [[nodiscard]] bool empty() const { return lowest > highest; }
  [[nodiscard]] double width() const { return empty() ? 0 : highest - lowest; }
  void take(double value) {
    lowest = std::fmin(lowest, value);
    highest = std::fmax(highest, value);
  }
  void take(const Range& other) {
    lowest = std::fmin(lowest, other.lowest);
    highest = std::fmax(highest, other.highest);
  }
  bool operator==(const Range&) const = default;
};

/// What is no number does not count. A chain of minima waits for each other: eight side by side
/// take a sixteenth of the time of Range::take, for std::min leaves out NaN on this side without
/// asking.
inline Range range_of(std::span<const double> values) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> lowest, highest;
  lowest.fill(Range().lowest);
  highest.fill(Range().highest);
  std::size_t q = 0;
  for (; q + lanes <= values.size(); q += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      lowest[lane] = std::min(lowest[lane], values[q + lane]);
      highest[lane] = std::max(highest[lane], values[q + lane]);
    }
  }
  Range range;
  for (; q < values.size(); ++q) range.take(values[q]);
  for (std::size_t lane = 0; lane < lanes; ++lane) range.take(Range{lowest[lane], highest[lane]});
  return range;
}

/// What a step has made of the values of a scalar, and what can have done so. Convection and
/// diffusion alone leave it between the lowest and the highest value of the level before and of the
/// boundary (the maximum principle); sources and fluxes add what they are times the step.
struct ScalarLimits {
  Range before;  ///< at the nodes, where the step began
  Range now;
  Range given;      ///< by boundaries: values, and the ambient ones of Robin conditions
  double rate = 0;  ///< the most that sources change a node per time, and given fluxes one alone

  /// Makes those of each rank those of all. Collective.
  void share(const comm::Communicator& communicator) {
    std::array<double, 7> most{-before.lowest, before.highest, -now.lowest, now.highest,
                               -given.lowest,  given.highest,  rate};
    communicator.max(most);
    *this = {{-most[0], most[1]}, {-most[2], most[3]}, {-most[4], most[5]}, most[6]};
  }
};

}  // namespace lobatto::physics
