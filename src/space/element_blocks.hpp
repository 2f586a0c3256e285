#pragma once

#include <algorithm>
#include <cstddef>

#include "space/function_space.hpp"

namespace lobatto::space {

/// How many elements a function of the user is asked for at once, of which `most` follow: those of
/// about 4096 nodes. A call of Python then costs little per node, and a block stays in cache.
inline int elements_per_call(const FunctionSpace& space, int most) {
  const std::size_t size = space.element_size();
  return std::min(most, static_cast<int>((4095 + size) / size));
}

}  // namespace lobatto::space
