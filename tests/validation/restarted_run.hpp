#pragma once

#include <algorithm>
#include <string>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "support/memory_state.hpp"

namespace lobatto::validation {

/// Largest difference that a field has at the end of two runs on all ranks: one straight through,
/// and one that goes on with what that saves after n_steps. Collective.
inline double restart_difference(const cases::Case& the_case, int n_steps,
                                 const std::string& field) {
  const auto straight = simulation_of(the_case, all_ranks()),
             restarted = simulation_of(the_case, all_ranks());
  for (int step = 0; step < n_steps; ++step) straight->advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  straight->visit_state(keeper, true);
  test::StateGiver giver(memory);
  restarted->visit_state(giver, true);
  for (run::Simulation* simulation : {straight.get(), restarted.get()})
    while (!simulation->finished()) simulation->advance();
  double largest = 0;
  const auto& expected = straight->state()[field];
  for (int d = 0; d < expected.n_components(); ++d)
    largest = std::max(largest, max_difference(expected.now(d), restarted->state()[field].now(d)));
  return largest;
}

}  // namespace lobatto::validation
