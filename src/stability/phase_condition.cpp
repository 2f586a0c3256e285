#include "stability/phase_condition.hpp"

#include <utility>

namespace lobatto::stability {

void PhaseCondition::begin(std::vector<double> flow, std::vector<double> rate) {
  flow_ = std::move(flow);
  rate_ = std::move(rate);
}

double PhaseCondition::lead(std::span<const double> u, const krylov::WeightedInner& inner) const {
  const double rate_squared = inner(rate_, rate_);
  return rate_squared > 0 ? (inner(u, rate_) - inner(flow_, rate_)) / rate_squared : 0;
}

void PhaseCondition::visit_state(base::StateVisitor& visitor, const FlowVector& flow) {
  if (visitor.loads()) begin(flow.now(), flow.now());
  flow.visit(visitor, "phase/flow", flow_);
  flow.visit(visitor, "phase/rate", rate_);
}

}  // namespace lobatto::stability
