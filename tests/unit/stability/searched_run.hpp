#pragma once

#include <memory>
#include <vector>

#include "../../support/flow_run.hpp"
#include "stability/base_flow_search.hpp"

namespace lobatto::stability {

inline const auto nothing = test::constant(0);

/// A flow, and the search that begins with it.
struct SearchedRun {
  SearchedRun(const test::Block& block, int order, const physics::FlowSettings& settings,
              const physics::VectorFunction& velocity,
              const std::vector<space::SpaceTimeFunction>& scalars, const BaseFlowSettings& how)
      : run(block, order, settings) {
    run.flow.set_state(0, velocity, scalars);
    search = make_base_flow_search(run.state, run.flow, how);
    dt = how.propagation.horizon / static_cast<double>(how.propagation.steps);
    search->begin();
  }
  void step() {
    search->step(run.flow, dt);
    search->after_step();
  }
  void finish() {
    while (!search->is_done()) step();
  }

  test::FlowRun run;
  std::unique_ptr<BaseFlowSearch> search;
  double dt = 0;
};

}  // namespace lobatto::stability
