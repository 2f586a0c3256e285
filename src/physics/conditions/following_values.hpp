#pragma once

#include <vector>

#include "state/variable.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// Values on the boundary that follow the solution. They are extrapolated to the time of a step, so
/// that they are known before it is solved for.
class FollowingValues {
 public:
  /// Order of the extrapolation phi* = 2 phi^n - phi^{n-1}. What a condition gives back to itself,
  /// g phi* for phi, then dies away for -1/3 < g < 1; with three levels for -1/7 < g < 1/2 alone.
  static constexpr int max_order = 2;

  virtual ~FollowingValues() = default;

  /// Before anything else is called: what they follow, which must live as long.
  virtual void watch(const state::Variable& velocity,
                     const std::vector<const state::Variable*>& scalars) = 0;
  /// Keeps the current level, which is about to become the level before. Collective.
  virtual void record() = 0;
  /// The values of the next step. Collective.
  virtual void extrapolate(const time::Extrapolation& extrapolation) = 0;
  /// Instead: those of the current level. Collective.
  virtual void take_current() = 0;
};

}  // namespace lobatto::physics
