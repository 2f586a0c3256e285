#pragma once

#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/weighted_inner.hpp"
#include "stability/flow_vector.hpp"

namespace lobatto::stability {

/// Which of the flows along an orbit is sought where nothing else says when that begins: u with the
/// phase of a flow v beside it,
///   <u - v, dv/dt> = 0,
/// so that the period is an unknown for which there is an equation (Sanchez et al., J. Comput.
/// Phys. 201 (2004) 13-33).
class PhaseCondition {
 public:
  /// v and dv/dt.
  void begin(std::vector<double> flow, std::vector<double> rate);
  /// By how much time u is ahead of v, <u - v, dv/dt> / <dv/dt, dv/dt>; 0 where v stands still.
  /// Collective.
  [[nodiscard]] double lead(std::span<const double> u, const krylov::WeightedInner& inner) const;
  /// Saves or loads v and dv/dt, once there are any.
  void visit_state(base::StateVisitor& visitor, const FlowVector& flow);

 private:
  std::vector<double> flow_, rate_;
};

}  // namespace lobatto::stability
