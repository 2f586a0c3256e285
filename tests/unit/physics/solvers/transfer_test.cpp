// Heat that passes to what is outside: diffusivity dT/dn = h (T_ambient - T), implicit.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::constant;
using test::faces_of;
using test::FlowRun;
using test::function_of_place;
using test::insulated;
using test::Point;
using test::settings_of;

constexpr double wave_diffusivity = 0.1;
using Functions = std::vector<space::SpaceTimeFunction>;

ScalarBoundaryCondition transfer(const space::SpaceTimeFunction& h,
                                 const space::SpaceTimeFunction& ambient) {
  return {ScalarCondition::robin, ambient, true, {}, h};
}

/// Fluid at rest between x = 0 and x = 1.
FlowSettings at_rest(const ScalarBoundaryCondition& lower, const ScalarBoundaryCondition& upper) {
  auto faces = faces_of(VelocityCondition::periodic);
  faces[0] = faces[1] = {VelocityCondition::wall, {}, false};
  auto settings = settings_of(faces, 1);
  settings.scalars = {insulated("heat", wave_diffusivity)};
  settings.scalars[0].method = SolverMethod::jacobi_cg;
  settings.scalars[0].faces[0] = lower;
  settings.scalars[0].faces[1] = upper;
  settings.iterative_velocity.tolerance = 1e-14;
  return settings;
}

// T = T_0 + s x between a fluid at 1 with h_0 and one at 0.2 with h_1:
// diffusivity s = -h_0 (1 - T_0) = h_1 (0.2 - T_0 - s).
TEST(Transfer, HasTheStraightLineBetweenTwoFluids) {
  for (const double h : {0.05, 2.0, 500.0}) {
    const double h_0 = 3 * h, resistance = 1 / h_0 + 1 / wave_diffusivity + 1 / h;
    const double through = (1 - 0.2) / resistance;
    const double first = 1 - through / h_0, slope = -through / wave_diffusivity;
    FlowRun run(
        test::slab_322, 3,
        at_rest(transfer(constant(h_0), constant(1)), transfer(constant(h), constant(0.2))));
    run.flow.set_state(0, {}, Functions{constant(0.5)});
    StepReport report;
    for (int step = 0; step < 150; ++step) report = run.flow.step(2.0);
    const auto exact = function_of_place([&](const Point& x) { return first + slope * x[0]; });
    EXPECT_LT(run.error(run.field("heat"), exact), 1e-10) << h;
    EXPECT_NEAR(report.scalars.at(0).conduction, 0, 1e-10) << h;
  }
}

/// Insulated at x = 0: T = exp(-k l^2 t) cos(l x), with h = k l tan(l); the error at t = 2.
double error_of_cooling(int n_steps, double l) {
  const auto exact = [l](const space::Points& at, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = std::exp(-wave_diffusivity * l * l * t) * std::cos(l * at.x[q]);
  };
  FlowRun run(test::slab_322, 9,
              at_rest({}, transfer(constant(wave_diffusivity * l * std::tan(l)), constant(0))));
  const Functions heat{exact};
  const double dt = 2.0 / n_steps;
  for (const int before : {2, 1}) {
    run.flow.set_state(-before * dt, {}, heat);
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, {}, heat);
  for (int step = 0; step < n_steps; ++step) run.flow.step(dt);
  return run.error(run.field("heat"), exact, 2);
}

TEST(Transfer, CoolsASlabWithThirdOrderInTime) {
  for (const double l : {1.0, 1.5}) {
    const double coarse = error_of_cooling(10, l), fine = error_of_cooling(20, l);
    EXPECT_NEAR(std::log2(coarse / fine), 3, 0.2) << l;
    EXPECT_LT(fine, 1e-6) << l;
  }
}

/// On a face whose h differs from place to place, next to one whose value is given: the solution is
/// T = 1 + x y, with h (T_ambient - T) = k y at x = 1.
TEST(Transfer, TakesACoefficientOfThePlaceBesideGivenValues) {
  const auto solution = [](const Point& x) { return 1 + x[0] * x[1]; };
  const auto h = [](const Point& x) { return 1 + x[1] * x[2]; };
  auto settings = at_rest({ScalarCondition::value, function_of_place(solution), false}, {});
  for (int f = 2; f < 6; ++f) {
    settings.faces[f] = {VelocityCondition::wall, {}, false};
    settings.scalars[0].faces[f] = {ScalarCondition::value, function_of_place(solution), false};
  }
  settings.scalars[0].faces[1] =
      transfer(function_of_place(h), function_of_place([&](const Point& x) {
                 return solution(x) + wave_diffusivity * x[1] / h(x);
               }));
  const Block box{{0, 0, 0}, {1, 0.5, 0.5}, {2, 2, 2}};
  FlowRun run(box, 4, settings);
  run.flow.set_state(0, {}, Functions{constant(0)});
  for (int step = 0; step < 100; ++step) run.flow.step(5.0);
  EXPECT_LT(run.error(run.field("heat"), function_of_place(solution)), 1e-10);
}

/// b_0 int T - int T_hat is what passes through, and the sum of h (T_ambient - T) over the face.
TEST(Transfer, StandsInTheBalance) {
  constexpr double h = 0.7, ambient = -0.4;
  FlowRun run(test::slab_322, 5, at_rest({}, transfer(constant(h), constant(ambient))));
  run.flow.set_state(0, {}, Functions{function_of_place([](const Point& x) { return x[0]; })});
  run.flow.step(0.1);  // put together from three, each with its own
  for (int step = 0; step < 3; ++step) {
    const auto report = run.flow.step(0.1);
    const space::Boundary face(run.space, 1);
    std::vector<double> heat(face.n_values());
    face.restrict_field(run.field("heat"), heat);
    double through = 0;
    for (std::size_t i = 0; i < heat.size(); ++i)
      through += face.weights()[i] * h * (ambient - heat[i]);
    EXPECT_NEAR(report.scalars.at(0).conduction, run.world.sum(through), 1e-12);
  }
}

TEST(Transfer, IsRefusedByTheDirectSolver) {
  auto settings = at_rest({}, transfer(constant(1), constant(0)));
  settings.scalars[0].method = SolverMethod::tensor_direct;
  EXPECT_THROW(FlowRun(test::slab_322, 3, settings), base::Error);
}

}  // namespace
}  // namespace lobatto::physics
