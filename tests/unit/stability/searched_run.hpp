#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "stability/base_flow_search.hpp"
#include "support/flow_run.hpp"
#include "support/memory_state.hpp"

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

/// `rest` takes the state of `whole` after so many steps, in which it has so many propagations
/// behind it, and comes to the same end to the bit. With a scalar T.
inline void expect_to_go_on(SearchedRun& whole, SearchedRun& rest, int n_steps,
                            int n_propagations) {
  for (int n = 0; n < n_steps; ++n) whole.step();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, whole.run.world);
  whole.run.flow.visit_state(keeper, true);
  whole.search->visit_state(keeper);
  test::StateGiver giver(memory);
  rest.run.flow.visit_state(giver, true);
  rest.search->visit_state(giver);
  EXPECT_EQ(rest.search->n_propagations(), n_propagations);
  whole.finish();
  rest.finish();
  EXPECT_EQ(whole.search->n_propagations(), rest.search->n_propagations());
  EXPECT_TRUE(std::ranges::equal(whole.run.field("T"), rest.run.field("T")));
}

}  // namespace lobatto::stability
