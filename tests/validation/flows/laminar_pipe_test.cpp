// Laminar flow in a pipe and between two cylinders, on meshes made by Gmsh: friction and heat
// transfer.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "case_runner.hpp"
#include "physics/wall_friction.hpp"

namespace lobatto::validation {
namespace {

struct SteadyFlow {
  std::unique_ptr<run::Simulation> simulation;
  physics::StepReport last;
  double f_re = 0;
  std::vector<double> growth;  ///< of the integral of each scalar over the last step, a unit time
};

SteadyFlow run_to_the_end(const std::string& file, const comm::Communicator& communicator) {
  SteadyFlow result;
  result.simulation = std::make_unique<run::Simulation>(load_case(file), communicator);
  while (!result.simulation->finished()) result.last = result.simulation->advance();
  const auto& settings = result.simulation->settings();
  const auto& space = result.simulation->space();
  for (const auto& solve : result.last.solves)
    EXPECT_TRUE(solve.report.converged) << solve.equation;
  EXPECT_NEAR(*result.last.bulk_velocity, 1.0, 1e-12);
  const auto friction =
      physics::wall_friction(space, settings.faces, settings.viscosity.constant,
                             *result.last.pressure_gradient, *result.last.bulk_velocity);
  EXPECT_TRUE(friction);
  result.f_re = *friction->f_re;
  for (const auto& scalar : settings.scalars) {
    const auto& field = result.simulation->state()[scalar.name];
    result.growth.push_back((space.integrate(field.at(0)) - space.integrate(field.at(1))) /
                            result.last.dt);
  }
  return result;
}

/// Nu = q D / (a T_b): what the source brings in and does not stay leaves through the wall.
double nusselt(const SteadyFlow& steady, std::size_t index, double source) {
  const auto& space = steady.simulation->space();
  const auto& state = steady.simulation->state();
  const auto& scalar = steady.simulation->settings().scalars[index];
  const double area = space::Boundary(space, 0).area();
  const double wall_flux = (source - steady.growth[index]) / area;
  const double mixed_mean =
      space.inner_product(state["velocity"].now(2), state[scalar.name].now()) / space.volume();
  const double diameter = 4.0 * space.volume() / area;
  return wall_flux * diameter / (scalar.diffusivity.constant * mixed_mean);
}

TEST(LaminarPipe, FrictionAndNusseltNumbers) {
  const auto world = comm::Communicator::world();
  const SteadyFlow steady = run_to_the_end("pipe-laminar.toml", world);
  const auto& state = steady.simulation->state();
  const auto& space = state.space();
  const auto& w = state["velocity"].now(2);
  const double constant_flux = nusselt(steady, 0, space.integrate(w));
  const auto& decay = state["decay"].now();
  const double source = 0.36568 * space.inner_product(w, decay);
  const double constant_temperature = nusselt(steady, 1, source);
  if (world.rank() == 0)
    fmt::print("f Re {:.5f}, Nu_H {:.5f}, Nu_T {:.5f}\n", steady.f_re, constant_flux,
               constant_temperature);
  EXPECT_NEAR(steady.f_re, 64.0, 1e-4 * 64.0);
  EXPECT_NEAR(constant_flux, 48.0 / 11.0, 1e-4 * 48.0 / 11.0);
  EXPECT_NEAR(constant_temperature, 3.6568, 1e-4 * 3.6568);
}

TEST(LaminarAnnulus, Friction) {
  const auto world = comm::Communicator::world();
  const SteadyFlow steady = run_to_the_end("annulus-laminar.toml", world);
  if (world.rank() == 0) fmt::print("f Re {:.5f}\n", steady.f_re);
  EXPECT_NEAR(steady.f_re, 95.250, 1e-4 * 95.250);
}

}  // namespace
}  // namespace lobatto::validation
