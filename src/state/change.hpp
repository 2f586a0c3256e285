#pragma once

#include <span>

#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::state {

/// The current level of a field, on the nodes of `where`, beside another one.
struct Comparison {
  const Variable& now;
  const Variable& before;
  int level;  ///< of `before`, which may be the field itself
  const space::FunctionSpace& where;
  double negligible = 0;  ///< |now| up to this counts as no change
};

/// The largest |now - before| / |now| of these, |.| the root mean square over the volume, a vector
/// as a whole. Collective, the same on all ranks.
double largest_change(std::span<const Comparison> comparisons);

}  // namespace lobatto::state
