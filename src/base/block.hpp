#pragma once

#include <cstddef>

namespace lobatto::base {

/// A consecutive part of a field.
struct Block {
  std::size_t first = 0;
  std::size_t n_values = 0;
};

}  // namespace lobatto::base
