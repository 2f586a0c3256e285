#pragma once

#include <cstddef>

namespace lobatto::krylov {

/// Values of vectors that are worked on at once, so that they stay in the first cache between their
/// uses: 8 KiB of doubles.
inline constexpr std::size_t chunk = 1024;

}  // namespace lobatto::krylov
