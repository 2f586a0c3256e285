#pragma once

#include <vector>

#include "space/element_blocks.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The blocks of elements that a step walks over, in the order in which solvers take right-hand
/// sides, each small enough to stay in cache from its explicit part to its right-hand side: on a
/// box an element column, in the order of the direct solver's x pass (direct::column_order),
/// elsewhere neighbours of about 4096 nodes.
class ElementSchedule {
 public:
  explicit ElementSchedule(const space::FunctionSpace& space);

  [[nodiscard]] auto begin() const { return blocks_.begin(); }
  [[nodiscard]] auto end() const { return blocks_.end(); }
  /// Values of the largest block.
  [[nodiscard]] std::size_t block_size() const;

 private:
  std::vector<space::ElementBlock> blocks_;
};

}  // namespace lobatto::physics
