// A gas in a closed vessel at low Mach number, where much is known exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "physics/coefficients/formula_law.hpp"
#include "support/flow_run.hpp"
#include "support/memory_state.hpp"

namespace lobatto::physics {
namespace {

using test::constant;
using test::FlowRun;

constexpr double gamma_of_gas = 1.4, source = 0.5;

/// Walls all around, of a plane.
const test::Block vessel{{0, 0, 0}, {1, 1, 1}, {2, 4, 1}, {false, false, true}, true};

/// A temperature T of a gas of pressure 1 and gas constant 1, insulated.
FlowSettings gas(double viscosity, double diffusivity) {
  auto faces = test::faces_of(VelocityCondition::wall);
  faces[4] = faces[5] = {VelocityCondition::periodic, {}, false};
  FlowSettings settings = test::settings_of(faces, viscosity);
  settings.density =
      DensitySettings{.gas = IdealGas{.temperature = "T", .gamma = gamma_of_gas}, .law = {}};
  ScalarSettings temperature = test::insulated("T", diffusivity);
  temperature.faces[4].kind = temperature.faces[5].kind = ScalarCondition::periodic;
  temperature.method = SolverMethod::tensor_cg;
  settings.scalars = {temperature};
  settings.velocity_method = settings.pressure_method = SolverMethod::tensor_cg;
  settings.iterative_velocity.tolerance = 1e-13;
  settings.iterative_pressure.tolerance = 1e-12;
  return settings;
}

void give_walls(FlowSettings& settings, double hot, double cold) {
  settings.scalars[0].faces[0] = {ScalarCondition::value, constant(hot), false};
  settings.scalars[0].faces[1] = {ScalarCondition::value, constant(cold), false};
}

void begin(FlowRun& run, double temperature) {
  const std::vector<space::SpaceTimeFunction> scalars{constant(temperature)};
  run.flow.set_state(0, {}, scalars);
}

// p V = m R T and m c_v dT/dt = the source, with c_v = c_p / gamma: exactly, from the first step.
TEST(LowMach, HeatsAtConstantVolume) {
  FlowSettings settings = gas(0.1, 0.1);
  settings.scalars[0].source = [](const space::Points&, double, std::span<const double* const>,
                                  std::span<const double* const>,
                                  std::span<double> out) { std::ranges::fill(out, source); };
  FlowRun run(vessel, 5, settings);
  begin(run, 2);
  for (int step = 1; step <= 6; ++step) {
    const StepReport report = run.flow.step(0.1);
    const double pressure = 1 + gamma_of_gas * source * 0.1 * step;
    EXPECT_NEAR(*report.mass->pressure, pressure, 1e-12) << step;
    EXPECT_NEAR(report.mass->content, 0.5, 1e-13) << step;
    EXPECT_LT(run.error(run.field("T"), constant(2 * pressure)), 1e-11) << step;
    // The source that is given, and that of the pressure, (gamma - 1) / gamma dp/dt.
    EXPECT_NEAR(report.scalars[0].source, source + (gamma_of_gas - 1) * source, 1e-11) << step;
    EXPECT_NEAR(report.scalars[0].conduction, 0, 1e-11) << step;
  }
  EXPECT_LT(run.space.max_abs(run.field("velocity")), 1e-11);
}

// T becomes linear from one wall to the other; int 1/T = ln(hot / cold) / (hot - cold).
TEST(LowMach, TakesThePressureThatHoldsTheMass) {
  FlowSettings settings = gas(0.1, 1.0);
  give_walls(settings, 1.6, 0.4);
  FlowRun run(vessel, 8, settings);
  begin(run, 1);
  StepReport report;
  for (int step = 0; step < 75; ++step) {
    report = run.flow.step(0.02);
    EXPECT_NEAR(report.mass->content, 1, 1e-12);
    EXPECT_LT(std::abs(report.mass->outflow), 1e-12);
  }
  EXPECT_NEAR(*report.mass->pressure, 1.2 / std::log(4.0), 1e-6);
  EXPECT_LT(run.space.max_abs(run.field("velocity")), 1e-5);
}

/// A flow by gravity with a viscosity and a diffusivity that vary.
FlowSettings cavity() {
  const auto times_power = [](double factor) {
    return CoefficientSettings(std::make_shared<FormulaLaw>(
        FormulaLaw::Formula{.function =
                                [factor](const CoefficientInputs& at, std::span<double> out) {
                                  for (std::size_t q = 0; q < out.size(); ++q)
                                    out[q] = factor * std::pow(at.scalars[0][q], 0.7);
                                },
                            .dependence = Dependence::solution,
                            .scalars = {"T"}}));
  };
  FlowSettings settings = gas(1, 1);
  settings.viscosity = times_power(0.02);
  settings.scalars[0].diffusivity = times_power(0.03);
  settings.density->gravity = {0, -1, 0};
  give_walls(settings, 1.3, 0.7);
  return settings;
}

// The figures are those of one rank.
TEST(LowMach, FlowsTheSameOnAnyNumberOfRanks) {
  FlowRun run(vessel, 7, cavity());
  begin(run, 1);
  StepReport report;
  for (int step = 0; step < 10; ++step) report = run.flow.step(0.02);
  EXPECT_NEAR(*report.mass->pressure, 0.998513952384, 1e-10);
  EXPECT_NEAR(report.state.kinetic_energy, 1.662245791474e-03, 1e-11);
}

TEST(LowMach, GoesOnBitForBit) {
  FlowRun whole(vessel, 6, cavity()), rest(vessel, 6, cavity());
  begin(whole, 1);
  begin(rest, 2);
  for (int step = 0; step < 3; ++step) whole.flow.step(0.02);
  test::MemoryState memory;
  test::StateKeeper keeper(memory, whole.world);
  whole.flow.visit_state(keeper, true);
  test::StateGiver giver(memory);
  rest.flow.visit_state(giver, true);
  for (int step = 0; step < 3; ++step) {
    const StepReport a = whole.flow.step(0.02), b = rest.flow.step(0.02);
    EXPECT_EQ(*a.mass->pressure, *b.mass->pressure);
    EXPECT_EQ(a.state.kinetic_energy, b.state.kinetic_energy);
  }
  for (const char* field : {"velocity", "pressure", "T", "density"})
    for (std::size_t q = 0; q < whole.space.size(); ++q)
      ASSERT_EQ(whole.field(field)[q], rest.field(field)[q]) << field;
}

}  // namespace
}  // namespace lobatto::physics
