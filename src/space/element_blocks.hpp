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

/// Nodes of a block: a call of Python for it costs little per node, and it stays in cache.
inline constexpr std::size_t nodes_of_block = 4096;
/// The same where some thirty values at each node are kept there: gradients and what comes of them.
inline constexpr std::size_t nodes_with_gradients = 1024;

/// How many elements are worked on at once, of which `most` follow: those of about so many nodes.
inline int elements_per_call(const FunctionSpace& space, int most,
                             std::size_t n_nodes = nodes_of_block) {
  const std::size_t size = space.element_size();
  return std::min(most, static_cast<int>((n_nodes - 1 + size) / size));
}

/// All elements, in blocks of so many, the largest first.
inline std::vector<ElementBlock> blocks_of(const FunctionSpace& space,
                                           std::size_t n_nodes = nodes_of_block) {
  std::vector<ElementBlock> blocks;
  for (int first = 0, n = 0; first < space.n_elements(); first += n) {
    n = elements_per_call(space, space.n_elements() - first, n_nodes);
    blocks.push_back(element_block(space, first, n));
  }
  return blocks;
}

}  // namespace lobatto::space
