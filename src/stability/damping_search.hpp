#pragma once

#include <vector>

#include "stability/base_flow_search.hpp"

namespace lobatto::stability {

/// Selective frequency damping (Akervik et al., Phys. Fluids 18, 068102, 2006): the flow is drawn
/// to what a filter leaves of its past, which dies away with all that oscillates faster than the
/// filter:
///   du/dt = N(u) - chi (u - w),   dw/dt = (u - w) / Delta.
/// After each step of the flow that of the rest is exact (Jordi, Cotter & Sherwin, Phys. Fluids 26,
/// 034101, 2014), with d = u - w:
///   u = u - c r d,   w = w + r d / Delta,   r = (1 - e^{-s dt}) / s,   s = chi + 1 / Delta.
/// What is done to a new level counts b_0 dt times in a step of BDF: c = chi / (b_0 dt). A mode of
/// growth without frequency is not damped.
class DampingSearch final : public BaseFlowSearch {
 public:
  using BaseFlowSearch::BaseFlowSearch;

  void after_step() override;
  [[nodiscard]] int n_propagations() const override { return n_propagations_; }

 private:
  void take() override;
  void begin_with(std::vector<double> flow) override;
  void visit_method(base::StateVisitor& visitor) override;
  void damp();

  std::vector<double> filtered_;  ///< w
  std::vector<double> before_;    ///< the propagation
  int n_propagations_ = 0;
};

}  // namespace lobatto::stability
