// Taylor-Green at Re 1600 to t = 1: kinetic energy and enstrophy of the limit dt -> 0 on this mesh.
#include <gtest/gtest.h>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

TEST(TaylorGreen, EnergyAndEnstrophyAtTimeOne) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(load_case("tgv.toml"), self);
  EXPECT_NEAR(simulation->initial_state().kinetic_energy, 0.125, 1e-12);
  EXPECT_NEAR(simulation->initial_state().enstrophy, 0.375, 1e-5);
  const auto state = simulation->equations().look();
  EXPECT_NEAR(simulation->state().time(), 1.0, 1e-12);
  EXPECT_NEAR(state.kinetic_energy, 0.124515267, 2e-9);
  EXPECT_NEAR(state.enstrophy, 0.41505496, 2e-8);
}

}  // namespace
}  // namespace lobatto::validation
