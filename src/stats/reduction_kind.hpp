#pragma once

namespace lobatto::stats {

/// What a field is brought down to on a set of nodes.
enum class Reduction { integral, mean, min, max, rms };

constexpr bool is_extremum(Reduction reduction) {
  return reduction == Reduction::min || reduction == Reduction::max;
}

}  // namespace lobatto::stats
