// What solvers may leave in a step beside what the step leaves.
#include "physics/equations/local_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "state/memory_snapshot.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::channel_faces;
using test::FlowRun;
using test::function_of_place;
using test::insulated;
using test::Point;
using test::settings_of;

using std::numbers::pi;

constexpr Block channel{{0, -1, 0}, {3, 1, 2}, {4, 4, 3}, {true, false, true}};

const space::CoordinateMap bent{
    function_of_place([](const Point& x) { return x[0]; }),
    function_of_place([](const Point& x) { return x[1] + 0.1 * std::sin(2 * pi * x[0] / 3); }),
    function_of_place([](const Point& x) { return x[2]; })};

FlowSettings iterative_settings(double tolerance_of_pressure, double tolerance, bool follows) {
  auto settings = settings_of(channel_faces(), 2e-3);
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.velocity_method = SolverMethod::jacobi_cg;
  settings.iterative_pressure.tolerance = tolerance_of_pressure;
  settings.iterative_velocity.tolerance = tolerance;
  settings.iterative_pressure.follows_steps = settings.iterative_velocity.follows_steps = follows;
  settings.scalars = {insulated("dye", 2e-3)};
  settings.scalars[0].method = SolverMethod::jacobi_cg;
  return settings;
}

const VectorFunction eddies{function_of_place([](const Point& x) {
                              return 1 - x[1] * x[1] +
                                     0.3 * std::sin(pi * x[2]) * std::cos(pi * x[1] / 2);
                            }),
                            function_of_place([](const Point& x) {
                              const double c = std::cos(pi * x[1] / 2);
                              return 0.3 * c * c * std::sin(2 * pi * x[0] / 3 + pi * x[2]);
                            }),
                            function_of_place([](const Point& x) {
                              return 0.2 * std::cos(pi * x[1] / 2) * std::sin(4 * pi * x[0] / 3);
                            })};

/// Eddies between walls, which carry a scalar.
struct Eddies : FlowRun {
  explicit Eddies(const FlowSettings& settings) : FlowRun(channel, 6, settings, bent) {
    flow.set_state(0, eddies,
                   std::vector<space::SpaceTimeFunction>{function_of_place(
                       [](const Point& x) { return std::sin(2 * pi * x[0] / 3) + x[1]; })});
  }

  void advance(int n_steps, double dt) {
    for (int n = 0; n < n_steps; ++n) {
      last = flow.step(dt);
      for (const auto& solve : last.solves) {
        EXPECT_TRUE(solve.report.converged) << solve.equation;
        iterations[solve.equation] += solve.report.iterations;
      }
    }
  }
  /// In parts of the field, as root mean squares.
  [[nodiscard]] double difference(const char* name, const FlowRun& other) const {
    double square = 0, whole = 0;
    for (int c = 0; c < state[name].n_components(); ++c) {
      space::Field of_both = space.make_field();
      const auto &a = field(name, c), &b = other.field(name, c);
      for (std::size_t q = 0; q < a.size(); ++q) of_both[q] = a[q] - b[q];
      square += std::pow(space.rms(of_both), 2);
      whole += std::pow(space.rms(a), 2);
    }
    return std::sqrt(square / whole);
  }

  std::map<std::string, int> iterations;
  StepReport last;
};

// Measured: 2 % and 1 % of what steps leave, with 109 iterations for 61 and 196 for 122.
TEST(LocalErrors, SolversThatFollowStepsLeaveAPartOfWhatStepsLeave) {
  constexpr double dt = 0.02;
  const auto exactly = iterative_settings(1e-12, 1e-13, false);
  Eddies exact(exactly), finer(exactly), fixed(iterative_settings(1e-8, 1e-10, false)),
      following(iterative_settings(1e-8, 1e-10, true));
  finer.advance(40, dt / 2);
  for (Eddies* run : {&exact, &fixed, &following}) run->advance(20, dt);
  for (const char* name : {"velocity", "dye"}) {
    const double left = exact.difference(name, following);
    EXPECT_LT(left, 0.1 * exact.difference(name, finer)) << name;
    EXPECT_GT(left, exact.difference(name, fixed)) << name;
    EXPECT_LT(1.2 * following.iterations[name], fixed.iterations[name]) << name;
  }
  EXPECT_LT(1.5 * following.iterations["pressure"], fixed.iterations["pressure"]);
}

// A step leaves dt^4, so does a tenth of it.
TEST(LocalErrors, WhatIsLeftFallsWithTheStep) {
  std::vector<double> errors;
  for (const double dt : {0.02, 0.01}) {
    Eddies run(iterative_settings(1e-8, 1e-10, true));
    run.advance(static_cast<int>(std::lround(0.4 / dt)), dt);
    errors.push_back(run.last.step_error.value());
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.3);
}

TEST(LocalErrors, AreNotKnownBeforeTheThirdLevel) {
  Eddies run(iterative_settings(1e-8, 1e-10, true));
  run.advance(2, 0.02);
  EXPECT_FALSE(run.last.step_error);
  run.advance(1, 0.02);
  EXPECT_GT(run.last.step_error.value(), 0);
}

TEST(LocalErrors, GoOnFromASavedStateToTheBit) {
  const auto settings = iterative_settings(1e-8, 1e-10, true);
  Eddies straight(settings), restarted(settings);
  straight.advance(5, 0.02);
  state::MemorySnapshot saved;
  state::MemorySnapshot::Keeper keeper(saved);
  straight.flow.visit_state(keeper, true);
  state::MemorySnapshot::Giver giver(saved);
  restarted.flow.visit_state(giver, true);
  straight.iterations.clear();
  for (Eddies* run : {&straight, &restarted}) run->advance(3, 0.02);
  EXPECT_EQ(straight.iterations, restarted.iterations);
  EXPECT_EQ(straight.difference("velocity", restarted), 0);
  EXPECT_EQ(straight.last.step_error, restarted.last.step_error);
}

TEST(LocalErrors, OfTightenedSolversAreSmaller) {
  const auto settings = iterative_settings(1e-8, 1e-10, true);
  Eddies exact(iterative_settings(1e-12, 1e-13, false)), following(settings), tight(settings);
  tight.flow.tighten_solvers(1e-3);
  for (Eddies* run : {&exact, &following, &tight}) run->advance(6, 0.02);
  EXPECT_LT(exact.difference("velocity", tight), 1e-3 * exact.difference("velocity", following));
}

}  // namespace
}  // namespace lobatto::physics
