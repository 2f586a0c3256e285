#pragma once

#include <cstddef>
#include <string>

namespace lobatto::mesh {

/// One of several equal parts of a list, in its order.
struct Share {
  int part = 0, n_parts = 1;

  /// Where the part begins in a list of n; part + 1 is where it ends.
  [[nodiscard]] static std::size_t begin(std::size_t n, int part, int n_parts) {
    const auto parts = static_cast<std::size_t>(n_parts), i = static_cast<std::size_t>(part);
    return n / parts * i + n % parts * i / parts;
  }
};

/// What is wrong with a file, and at which byte.
struct FileFault {
  std::size_t byte = 0;
  std::string text;  ///< empty: nothing
};

}  // namespace lobatto::mesh
