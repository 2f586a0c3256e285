#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "case_runner.hpp"
#include "run/setup/base_flow.hpp"
#include "support/memory_state.hpp"

// Perturbations of the flow that a case begins with.

namespace lobatto::validation {

inline std::unique_ptr<run::Simulation> perturbation_of(const std::string& text) {
  const auto& world = all_ranks();
  auto simulation = std::make_unique<run::Simulation>(case_from_text(text), world);
  run::set_base_flow(*simulation, {}, world);
  return simulation;
}

/// Of largest growth first.
inline std::vector<stability::Mode> modes_of(const std::string& text) {
  const auto simulation = perturbation_of(text);
  while (!simulation->finished()) simulation->advance();
  EXPECT_TRUE(simulation->mode_search()->is_converged());
  return simulation->mode_search()->modes();
}

/// From the middle of a propagation, after so many of them.
inline void expect_to_go_on(const std::string& text, int steps, int n_propagations) {
  const auto whole = perturbation_of(text);
  run::Simulation rest(case_from_text(text), all_ranks());
  for (int n = 0; n < steps; ++n) whole->advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  whole->visit_state(keeper, true);
  test::StateGiver giver(memory);
  rest.visit_state(giver, true);
  EXPECT_EQ(rest.mode_search()->n_propagations(), n_propagations);
  for (auto* simulation : {whole.get(), &rest})
    while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(whole->state().n_steps(), rest.state().n_steps());
  EXPECT_EQ(whole->mode_search()->shapes().front().real, rest.mode_search()->shapes().front().real);
  const auto* sensitivity = whole->sensitivity_search();
  if (sensitivity != nullptr && sensitivity->steady_force() != nullptr) {
    EXPECT_EQ(sensitivity->steady_force()->responses().at(0).h,
              rest.sensitivity_search()->steady_force()->responses().at(0).h);
  }
}

}  // namespace lobatto::validation
