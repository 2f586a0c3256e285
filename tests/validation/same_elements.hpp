#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "space/function_space.hpp"

namespace lobatto::validation {

/// Largest difference of two fields on the same elements.
inline double max_difference(const space::Field& a, const space::Field& b) {
  double largest = 0;
  for (std::size_t q = 0; q < a.size(); ++q) largest = std::max(largest, std::abs(a[q] - b[q]));
  return largest;
}

/// Largest difference of this rank's part of `field` to the same elements of `whole`, over the
/// largest value of all. Collective.
inline double relative_difference(const space::FunctionSpace& space, std::span<const double> field,
                                  std::span<const double> whole) {
  double difference = 0, largest = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto e_whole = static_cast<std::size_t>(space.element_number(e));
    for (std::size_t q = 0; q < space.element_size(); ++q)
      difference = std::max(difference, std::abs(field[e * space.element_size() + q] -
                                                 whole[e_whole * space.element_size() + q]));
  }
  for (double value : whole) largest = std::max(largest, std::abs(value));
  return space.communicator().max(difference / largest);
}

}  // namespace lobatto::validation
