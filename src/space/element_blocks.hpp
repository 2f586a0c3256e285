#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::space {

/// How many elements a function of the user is asked for at once, of which `most` follow: those of
/// about 4096 nodes. A call of Python then costs little per node, and a block stays in cache.
inline int elements_per_call(const FunctionSpace& space, int most) {
  const std::size_t size = space.element_size();
  return std::min(most, static_cast<int>((4095 + size) / size));
}

/// Coordinates x, y, z of all nodes of elements that follow each other, in the order of a field.
inline void block_points(const FunctionSpace& space, int first, int n_elements,
                         std::array<std::vector<double>, 3>& coordinates) {
  std::array<std::vector<double>, 3> of_element;
  for (auto& values : coordinates) values.clear();
  for (int e = first; e < first + n_elements; ++e) {
    space.element_points(e, of_element);
    for (int d = 0; d < 3; ++d)
      coordinates[d].insert(coordinates[d].end(), of_element[d].begin(), of_element[d].end());
  }
}

}  // namespace lobatto::space
