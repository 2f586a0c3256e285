#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::space {

/// Neighbouring elements that are worked on together, while they are in cache.
struct ElementBlock {
  int first = 0;
  int n_elements = 0;
  std::size_t offset = 0;  ///< of the first value in a field
  std::size_t n_values = 0;

  [[nodiscard]] int end() const { return first + n_elements; }
};

inline ElementBlock element_block(const FunctionSpace& space, int first, int n_elements) {
  const std::size_t size = space.element_size();
  return {first, n_elements, first * size, n_elements * size};
}

/// How many elements a function of the user is asked for at once, of which `most` follow: those of
/// about 4096 nodes. A call of Python then costs little per node, and a block stays in cache.
inline int elements_per_call(const FunctionSpace& space, int most) {
  const std::size_t size = space.element_size();
  return std::min(most, static_cast<int>((4095 + size) / size));
}

/// All elements, in blocks of so many.
inline std::vector<ElementBlock> blocks_of(const FunctionSpace& space) {
  std::vector<ElementBlock> blocks;
  for (int first = 0, n = 0; first < space.n_elements(); first += n) {
    n = elements_per_call(space, space.n_elements() - first);
    blocks.push_back(element_block(space, first, n));
  }
  return blocks;
}

}  // namespace lobatto::space
