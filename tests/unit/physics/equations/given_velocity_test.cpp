// Transport by a velocity that is not solved for.
#include "physics/equations/given_velocity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::FlowRun;
using test::insulated;

using std::numbers::pi;
constexpr double stirred_diffusivity = 0.01;

/// sin(k (x - X(t))) exp(-a k^2 t), k = 2 pi: a wave that is carried along x by dX/dt.
template <class Path>
space::SpaceTimeFunction carried_wave(Path path) {
  return [path](const space::Points& at, double t, std::span<double> out) {
    const double decay = std::exp(-stirred_diffusivity * 4 * pi * pi * t);
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = decay * std::sin(2 * pi * (at.x[q] - path(t)));
  };
}

FlowSettings given(const VectorFunction& velocity, bool depends_on_time, int time_order) {
  auto settings = test::settings_of(test::faces_of(VelocityCondition::periodic), 1.0, time_order);
  settings.given_velocity = {{}, depends_on_time, velocity};
  settings.scalars = {insulated("dye", stirred_diffusivity)};
  return settings;
}

/// After a time of 0.2, from a known past.
template <class Path>
double error_of_wave(const FlowSettings& settings, Path path, double dt) {
  constexpr double end = 0.2;
  const auto wave = carried_wave(path);
  FlowRun run(test::torus_222, 9, settings);
  for (int past = settings.time_order - 1; past > 0; --past) {
    run.flow.set_state(-past * dt, {}, {&wave, 1});
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, {}, {&wave, 1});
  for (int n = 0; n < std::lround(end / dt); ++n) run.flow.step(dt);
  EXPECT_NEAR(run.state.time(), end, 1e-12);
  return run.error(run.field("dye"), wave, end);
}

TEST(GivenVelocityOrder, IsThatOfTheSchemeWhereAWaveIsCarried) {
  for (int order = 1; order <= 3; ++order) {
    const auto settings = given({test::constant(0.5), {}, {}}, false, order);
    const auto path = [](double t) { return 0.5 * t; };
    const double coarse = error_of_wave(settings, path, 0.01);
    const double fine = error_of_wave(settings, path, 0.005);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.15) << coarse << " " << fine;
  }
}

TEST(GivenVelocityOrder, IsKeptWhereTheVelocityChangesWithTime) {
  const auto settings =
      given({test::in_time([](double t) { return std::cos(3 * t); }), {}, {}}, true, 3);
  const auto path = [](double t) { return std::sin(3 * t) / 3; };
  const double coarse = error_of_wave(settings, path, 0.01);
  const double fine = error_of_wave(settings, path, 0.005);
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(std::log2(coarse / fine), 2.8);
}

TEST(GivenVelocity, StaysAsItWasSetWhereNoFunctionGivesIt) {
  FlowRun run(test::torus_222, 5, given({}, false, 2));
  const space::SpaceTimeFunction u = [](const space::Points& at, double, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = std::sin(2 * pi * at.y[q]);
  };
  run.flow.set_state(0, {u, {}, {}}, {});
  for (int n = 0; n < 3; ++n) run.flow.step(0.01);
  EXPECT_EQ(run.error(run.field("velocity"), u), 0);
  EXPECT_EQ(run.state.find("pressure"), nullptr);
}

TEST(GivenVelocity, KeepsTheIntegralOfWhatItCarries) {
  // A closed box, where the velocity is tangential to all walls and has no divergence.
  const Block box{{0, 0, 0}, {1, 1, 1}, {2, 3, 2}};
  const auto stream = [](int component) {
    return [component](const space::Points& at, double, std::span<double> out) {
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = component == 0 ? std::sin(pi * at.x[q]) * std::cos(pi * at.y[q])
                                : -std::cos(pi * at.x[q]) * std::sin(pi * at.y[q]);
    };
  };
  auto settings = given({stream(0), stream(1), {}}, false, 2);
  settings.faces = test::faces_of(VelocityCondition::symmetry);
  const space::SpaceTimeFunction blob = [](const space::Points& at, double, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = std::exp(-20 * (std::pow(at.x[q] - 0.3, 2) + std::pow(at.y[q] - 0.5, 2)));
  };
  FlowRun run(box, 8, settings);
  run.flow.set_state(0, {}, {&blob, 1});
  const double before = run.space.integrate(run.field("dye"));
  for (int n = 0; n < 8; ++n) run.flow.step(0.02);
  EXPECT_NEAR(run.space.integrate(run.field("dye")), before, 1e-6 * before);
}

}  // namespace
}  // namespace lobatto::physics
