// The pieces of a step, each against what it is in exact arithmetic.
#include "physics/equations/equation_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/added_terms.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::channel_block;
using test::channel_faces;
using test::constant;
using test::faces_of;
using test::FlowRun;
using test::function_of_place;
using test::in_time;
using test::insulated;
using test::Point;
using test::settings_of;
using test::vector_function;

using std::numbers::pi;
const space::SpaceTimeFunction nothing = constant(0);

TEST(EquationSystem, BeginsWithItsFunctionsAndTheBoundaryOverThem) {
  auto faces = faces_of(VelocityCondition::symmetry);
  faces[0] = {VelocityCondition::velocity,
              {nothing, in_time([](double t) { return 10 * t; }), nothing},
              true};
  FlowRun run(test::cube_222, 3, settings_of(faces, 1));
  const VectorFunction initial{nothing, function_of_place([](const Point& x) { return x[1]; }), {}};
  run.state["velocity"].now(2).fill(5);  // an empty function means zero
  run.flow.set_state(0.5, initial, {});
  EXPECT_EQ(run.state.time(), 0.5);
  EXPECT_EQ(run.space.max_abs(run.field("velocity", 2)), 0);
  const auto expected = function_of_place([](const Point& x) { return x[0] == 0 ? 5 : x[1]; });
  EXPECT_EQ(run.error(run.field("velocity", 1), expected), 0);
}

TEST(EquationSystem, BeginsAnewFromFields) {
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1);
  settings.scalars = {insulated("kept", 1), insulated("set", 1)};
  FlowRun run(test::torus_222, 3, settings);
  run.state["kept"].now().fill(4);
  const VectorFunction shear{
      function_of_place([](const Point& x) { return std::sin(2 * pi * x[1]); }), {}, {}};
  run.flow.set_state(0, shear, {});
  for (int n = 0; n < 2; ++n) run.flow.step(0.01);
  EXPECT_EQ(run.flow.step(0.01).order, 3);
  auto values = run.space.make_field();
  run.space.evaluate(shear[0], 0, values);
  run.flow.set_fields(2.5, 70, {{values, values, values}, values, {{}, values}});
  EXPECT_EQ(run.state.time(), 2.5);
  EXPECT_EQ(run.state.n_steps(), 70);
  for (const char* name : {"velocity", "pressure", "set"})
    EXPECT_EQ(run.error(run.field(name), shear[0]), 0) << name;
  EXPECT_LT(run.error(run.field("kept"), constant(4.0)), 1e-12);
  const auto report = run.flow.step(0.01);
  EXPECT_EQ(report.order, 2);
  EXPECT_EQ(report.step, 71);
}

// The vortices of Taylor and Green decay as exp(-2 nu k^2 t), and their advection is a gradient.
double taylor_green_error(int time_order, double dt) {
  constexpr double viscosity = 0.02, k = 2 * pi, end = 0.6;
  FlowRun run(test::torus_222, 9,
              settings_of(faces_of(VelocityCondition::periodic), viscosity, time_order));
  const auto vortex = [](int component) {
    return [component](const space::Points& x, double t, std::span<double> out) {
      const double decay = std::exp(-2 * viscosity * k * k * t);
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = component == 0 ? decay * std::sin(k * x.x[q]) * std::cos(k * x.y[q])
                                : -decay * std::cos(k * x.x[q]) * std::sin(k * x.y[q]);
    };
  };
  const VectorFunction velocity{vortex(0), vortex(1), {}};
  for (int level = time_order - 1; level > 0; --level) {
    run.flow.set_state(-level * dt, velocity, {});
    run.flow.push_history(dt);
    EXPECT_NEAR(run.state.time(), (1 - level) * dt, 1e-14);
  }
  run.flow.set_state(0, velocity, {});
  EXPECT_EQ(run.state.n_steps(), 0);
  StepReport report;
  for (int n = 0; n < std::lround(end / dt); ++n) {
    report = run.flow.step(dt);
    EXPECT_EQ(report.order, time_order);  // from the first step on
  }
  EXPECT_NEAR(report.time, end, 1e-12);
  return run.error(run.field("velocity"), velocity[0], end);
}

TEST(EquationSystemOrder, IsThatOfTheSchemeFromAKnownPast) {
  for (const int order : {1, 2, 3}) {
    const double coarse = taylor_green_error(order, 0.04), fine = taylor_green_error(order, 0.02);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.35) << coarse << " " << fine;
  }
}

// A uniform force on a periodic flow: the extrapolated levels are the solution, at any steps.
TEST(EquationSystem, GuessesAreExactForParabolasInTime) {
  const auto velocity = in_time([](double t) { return 1 + t * t; });
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1);
  settings.body_force = {{in_time([](double t) { return 2 * t; }), nothing, nothing}, true};
  settings.velocity_method = SolverMethod::jacobi_cg;
  FlowRun run(test::torus_222, 3, settings);
  run.flow.set_state(-0.3, {velocity, {}, {}}, {});
  run.flow.push_history(0.1);
  run.flow.set_state(-0.2, {velocity, {}, {}}, {});
  run.flow.push_history(0.2);
  run.flow.set_state(0, {velocity, {}, {}}, {});
  const auto report = run.flow.step(0.15);
  EXPECT_EQ(report.solves.at(1).report.iterations, 0);
  EXPECT_LT(run.error(run.field("velocity"), velocity, 0.15), 1e-12);
}

// A body force against friction between walls: the parabola stays, to round-off, at every order.
TEST(EquationSystem, KeepsPoiseuilleFlow) {
  for (const auto method : {SolverMethod::tensor_direct, SolverMethod::jacobi_cg}) {
    auto settings = settings_of(channel_faces(), 0.5);
    settings.body_force = {{constant(1.0), nothing, nothing}};
    settings.velocity_method = method;
    settings.iterative_velocity.tolerance = 1e-13;
    FlowRun run(channel_block, 2, settings);
    const auto parabola = function_of_place([](const Point& x) { return x[1] * (1 - x[1]); });
    run.flow.set_state(0, {parabola, {}, {}}, {});
    for (int n = 0; n < 4; ++n) run.flow.step(0.1);
    EXPECT_LT(run.error(run.field("velocity"), parabola), 1e-11);
    for (int d = 1; d < 3; ++d) EXPECT_LT(run.space.max_abs(run.field("velocity", d)), 1e-11);
    // A force of 1 on a mean velocity of 1/6.
    EXPECT_NEAR(run.flow.look().power, 1.0 / 6, 1e-11);
  }
}

// Backward Euler of du/dt = cos t in a box without walls: u^1 = dt cos dt, and so on.
TEST(EquationSystem, TakesTheBodyForceAtTheNewTime) {
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1, 1);
  FlowRun steady(test::torus_222, 2, [&] {
    auto copy = settings;
    copy.body_force = {{in_time([](double t) { return std::cos(t); }), nothing, nothing}, false};
    return copy;
  }());
  settings.body_force = {{in_time([](double t) { return std::cos(t); }), nothing, nothing}, true};
  FlowRun run(test::torus_222, 2, settings);
  double expected = 0;
  for (const double dt : {0.5, 0.25, 0.25}) {
    const auto report = run.flow.step(dt);
    expected += dt * std::cos(report.time);
    EXPECT_NEAR(run.space.mean(run.field("velocity")), expected, 1e-13);
    steady.flow.step(dt);
  }
  EXPECT_NEAR(steady.space.mean(steady.field("velocity")), 1, 1e-13);
}

// A stream that comes in through an open face by which nothing was to come: the traction u_n u / 2
// acts on it, and backward Euler has b_0 (u + 1) = nu u'' with u = -1 at x = 0, nu u' = 1/2 at 1.
TEST(EquationSystem, HoldsBackWhatComesInThroughAnOutflow) {
  constexpr double viscosity = 0.5, dt = 0.2;
  const VectorFunction stream{constant(-1), constant(0), constant(0)};
  auto faces = faces_of(VelocityCondition::symmetry);
  faces[0] = {VelocityCondition::velocity, stream, false};
  faces[1] = {VelocityCondition::outflow, {}, false};
  FlowRun run(test::cube_222, 8, settings_of(faces, viscosity, 1));
  run.flow.set_state(0, stream, {});
  run.flow.step(dt);
  const double k = std::sqrt(1 / (dt * viscosity));
  const auto exact = function_of_place([k](const Point& x) {
    return -1 + std::sinh(k * x[0]) / (2 * viscosity * k * std::cosh(k));
  });
  EXPECT_LT(run.error(run.field("velocity"), exact), 1e-9);
  EXPECT_LT(run.space.max_abs(run.field("pressure")), 1e-11);
}

// Over a stable gradient of temperature the pressure is hydrostatic, and nothing moves:
// dp/dz = c (T - T_0) with T = 2 z, so p = c (z^2 - T_0 z) and a constant.
TEST(EquationSystem, BalancesBuoyancyByHydrostaticPressure) {
  auto settings = settings_of(faces_of(VelocityCondition::wall), 0.1);
  const auto temperature = function_of_place([](const Point& x) { return 2 * x[2]; });
  settings.scalars = {insulated("temperature", 0.3)};
  settings.scalars[0].faces[4] =
      settings.scalars[0].faces[5] = {ScalarCondition::value, temperature, false};
  settings.additions = {test::buoyancy({0, 7.0, 0.5, {0, 0, 1}})};
  FlowRun run(test::cube_222, 4, settings);
  const std::vector<space::SpaceTimeFunction> scalars{temperature};
  run.flow.set_state(0, {}, scalars);
  for (int n = 0; n < 4; ++n) run.flow.step(0.05);
  for (int d = 0; d < 3; ++d) EXPECT_LT(run.space.max_abs(run.field("velocity", d)), 1e-11);
  auto pressure = run.field("pressure");
  const double mean = run.space.mean(pressure);
  for (double& value : pressure) value -= mean;
  EXPECT_LT(run.error(pressure, function_of_place([](const Point& x) {
                        return 7 * (x[2] * x[2] - 0.5 * x[2] - 1.0 / 3 + 0.25);
                      })),
            1e-10);
}

// In a fluid at rest dT/dt = -2 T + 3 t, by EXT1 and then EXT2 on equal steps.
TEST(EquationSystem, ExtrapolatesTheSourcesOfScalars) {
  auto settings = settings_of(faces_of(VelocityCondition::wall), 0.1, 2);
  settings.scalars = {insulated("heat", 0.3)};
  settings.scalars[0].source = [](const space::Points& x, double t,
                                  std::span<const double* const> velocity,
                                  std::span<const double* const> scalars, std::span<double> out) {
    EXPECT_EQ(x.x.size(), out.size());
    EXPECT_EQ(velocity.size(), 3u);
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = -2 * scalars[0][q] + 3 * t + velocity[1][q];
  };
  FlowRun run(test::cube_222, 2, settings);
  const std::vector<space::SpaceTimeFunction> one{constant(1.0)};
  run.flow.set_state(1, {}, one);
  constexpr double dt = 0.1;
  const double first = 1 + dt * (-2 * 1 + 3 * 1.0);
  run.flow.step(dt);
  EXPECT_NEAR(run.space.mean(run.field("heat")), first, 1e-12);
  const double source_0 = -2 + 3, source_1 = -2 * first + 3 * 1.1;
  const double second = (2 * first - 0.5 + dt * (2 * source_1 - source_0)) / 1.5;
  run.flow.step(dt);
  EXPECT_NEAR(run.space.mean(run.field("heat")), second, 1e-12);
  EXPECT_LT(
      run.error(run.field("heat"), [&](const space::Points&, double,
                                       std::span<double> out) { std::ranges::fill(out, second); }),
      1e-12);
}

// T = t^2 with the source 2 t: BDF3 and EXT3 go on exactly from levels that they are told, however
// far apart those are.
TEST(EquationSystem, KnowsTheSourcesOfItsPast) {
  auto settings = settings_of(faces_of(VelocityCondition::wall), 0.1);
  settings.scalars = {insulated("heat", 0.3)};
  settings.scalars[0].source = [](const space::Points&, double t, std::span<const double* const>,
                                  std::span<const double* const>,
                                  std::span<double> out) { std::ranges::fill(out, 2 * t); };
  FlowRun run(test::cube_222, 2, settings);
  const std::vector<space::SpaceTimeFunction> square{in_time([](double t) { return t * t; })};
  run.flow.set_state(1, {}, square);
  run.flow.push_history(0.1);
  run.flow.set_state(1.1, {}, square);
  run.flow.push_history(0.2);
  run.flow.set_state(1.3, {}, square);
  for (const double dt : {0.15, 0.3}) {
    const auto report = run.flow.step(dt);
    EXPECT_EQ(report.order, 3);
    EXPECT_LT(run.error(run.field("heat"), square[0], report.time), 1e-12);
  }
}

// Of a velocity of polynomials, and of the forces on it.
TEST(EquationSystem, SaysWhatTheStateIs) {
  auto settings = settings_of(faces_of(VelocityCondition::symmetry), 0.1);
  settings.body_force = {{function_of_place([](const Point& x) { return x[1]; }), nothing,
                          function_of_place([](const Point& x) { return x[0]; })}};
  settings.scalars = {insulated("other", 1), insulated("temperature", 1)};
  settings.additions = {test::buoyancy({1, 4.0, 0.25, {0, 0, -2}})};
  FlowRun run(test::cube_222, 4, settings);
  const auto velocity =
      vector_function([](const Point& x) { return Point{x[0] * x[1], x[2], x[1]}; });
  const std::vector<space::SpaceTimeFunction> scalars{
      {}, function_of_place([](const Point& x) { return x[1]; })};
  run.flow.set_state(0, velocity, scalars);
  const auto state = run.flow.look();
  EXPECT_NEAR(state.kinetic_energy, 0.5 * (1.0 / 9 + 1.0 / 3 + 1.0 / 3), 1e-13);
  // omega = (1 - 1, 0, -x), div u = y.
  EXPECT_NEAR(state.enstrophy, 0.5 / 3, 1e-13);
  EXPECT_NEAR(state.divergence, std::sqrt(1.0 / 3), 1e-13);
  // int x y^2 + x y and int -8 (y - 1/4) y.
  EXPECT_NEAR(state.power, 1.0 / 6 + 1.0 / 4 - 8 * (1.0 / 3 - 1.0 / 8), 1e-13);
}

// In by x_min 1 + t, out by x_max 1: what does not fit is t of 2 + t.
TEST(EquationSystem, SaysWhatDoesNotFitOfVelocitiesThatChange) {
  const auto mismatch = [](bool depends_on_time, VelocityCondition others) {
    auto faces = faces_of(others);
    faces[0] = {VelocityCondition::velocity,
                {in_time([](double t) { return 1 + t; }), nothing, nothing},
                depends_on_time};
    faces[1] = {VelocityCondition::velocity, {constant(1.0), nothing, nothing}, false};
    FlowRun run(test::cube_222, 3, settings_of(faces, 0.1));
    run.flow.set_state(0, {}, {});
    run.flow.step(0.125);
    return run.flow.step(0.125).flux_mismatch;
  };
  const auto found = mismatch(true, VelocityCondition::symmetry);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(*found, 0.25 / 2.25, 1e-13);
  EXPECT_FALSE(mismatch(false, VelocityCondition::symmetry).has_value());
  EXPECT_FALSE(mismatch(true, VelocityCondition::outflow).has_value());
}

TEST(EquationSystem, HoldsTheFlowRateInEveryStep) {
  auto settings = settings_of(channel_faces(), 0.5);
  settings.flow_rate = FlowRate{0, 2.0};
  FlowRun run(channel_block, 4, settings);
  run.flow.set_state(0, {function_of_place([](const Point& x) { return 12 * x[1] * (1 - x[1]); })},
                     {});
  for (int n = 0; n < 4; ++n) {
    const auto report = run.flow.step(0.1);
    EXPECT_NEAR(*report.bulk_velocity, 2, 1e-13);
    // 12 nu U over the square of the distance.
    EXPECT_NEAR(*report.pressure_gradient, 12 * 0.5 * 2, 1e-10);
    EXPECT_NEAR(report.state.power, 2 * 12 * 0.5 * 2, 1e-10);
  }
}

TEST(EquationSystem, DeclaresWhatARestartWants) {
  auto settings = settings_of(faces_of(VelocityCondition::wall), 1);
  settings.scalars = {insulated("heat", 1)};
  const FlowRun run(test::cube_222, 2, settings);
  for (const auto& [name, saved_as] :
       {std::pair{"heat", "scalars/heat"}, std::pair{"velocity", "flow/velocity"}}) {
    const auto& kind = run.state[name].kind();
    EXPECT_EQ(kind.n_levels, time::max_order);
    EXPECT_EQ(kind.n_saved, time::max_order);
    EXPECT_EQ(kind.save_as, saved_as);
  }
  EXPECT_TRUE(run.state["heat"].kind().may_be_missing);
  EXPECT_TRUE(run.state["pressure"].kind().up_to_constant);
}

TEST(EquationSystem, NamesItsSolvers) {
  auto settings = settings_of(faces_of(VelocityCondition::wall), 1);
  settings.scalars = {insulated("heat", 1)};
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.velocity_method = SolverMethod::jacobi_cg;
  FlowRun run(test::cube_222, 3, settings);
  EXPECT_EQ(run.flow.describe_solvers(),
            "pressure schwarz-multigrid, velocity jacobi-cg, heat tensor-direct");
  const auto report = run.flow.step(0.1);
  ASSERT_EQ(report.solves.size(), 3u);
  const std::array equations{"pressure", "velocity", "heat"};
  for (int k = 0; k < 3; ++k) EXPECT_EQ(report.solves[k].equation, equations[k]);
  EXPECT_EQ(report.solves[1].solver, "jacobi-cg");
}

}  // namespace
}  // namespace lobatto::physics
