// Perturbations in a plane that are waves along z: what those of a box of one wave length are.
#include "space/wave_along_z.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "extruded/extruded_plan.hpp"
#include "physics/linearised.hpp"
#include "space/interpolation.hpp"
#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

using std::numbers::pi;
using test::FlowRun;
using test::function_of_place;
using test::Point;
const auto nothing = test::constant(0);
constexpr double beta = 2.3;
constexpr int n_steps = 3;
constexpr double dt = 0.02;

const test::Block plane_block{{0, 0, 0}, {1, 1, 0.7}, {2, 2, 1}, {false, false, true}, true},
    box_block{{0, 0, 0}, {1, 1, 2 * pi / beta}, {2, 2, 4}, {false, false, true}};
constexpr int order = 8;

/// Velocity and temperature of a place x, y.
using FourFields = std::function<std::array<double, 4>(const Point& x)>;

std::array<double, 4> base(const Point& x) {
  return {1 + x[0] * x[1], std::sin(3 * x[0]) * x[1], 0, x[0] * x[0] + x[1]};
}
std::array<double, 4> amplitudes(const Point& x) {
  const double s = std::sin(2 * x[0]), wall = x[1] * (2 - x[1]);
  return {wall * x[0] * s, x[0] * x[1] * (1 - x[1]), x[0] * wall * std::cos(x[0]), wall * x[0]};
}

/// Of each field along z.
double wave(int field, double z) { return field == 2 ? std::sin(beta * z) : std::cos(beta * z); }

void begin(FlowRun& run, const FourFields& fields) {
  const auto component = [&](int d) {
    return function_of_place([=](const Point& x) { return fields(x)[d]; });
  };
  run.flow.set_state(0, {component(0), component(1), component(2)}, {{component(3)}});
}

/// Perturbations after some steps.
template <class... Map>
std::unique_ptr<FlowRun> perturbed(const test::Block& block, const FlowSettings& settings,
                                   double wave_number, const FourFields& perturbation,
                                   const Map&... map) {
  FlowRun whole(block, order, settings, map...);
  begin(whole, base);
  auto run = std::make_unique<FlowRun>(block, order, linearised(settings, wave_number), map...);
  set_base_flow(whole.state, run->state);
  begin(*run, perturbation);
  for (int n = 0; n < n_steps; ++n) run->flow.step(dt);
  return run;
}

/// Between a field of the box and the wave of an amplitude, over the largest of the box.
/// Collective.
double difference(const FlowRun& box, const space::Field& in_box, const FlowRun& plane,
                  const space::Field& amplitude, int field) {
  std::array<std::vector<double>, 3> x;
  box.space.element_points(0, box.space.n_elements(), x);
  std::vector<Point> points;
  for (std::size_t q = 0; q < x[0].size(); ++q)
    points.push_back({x[0][q], x[1][q], plane_block.end[2] / 2});
  std::vector<double> values(points.size());
  space::Interpolation interpolation(plane.space, points);
  interpolation.evaluate(amplitude, values);
  EXPECT_TRUE(interpolation.missing().empty());
  double largest = 0;
  for (std::size_t q = 0; q < values.size(); ++q)
    largest = std::max(largest, std::abs(values[q] * wave(field, x[2][q]) - in_box[q]));
  return box.world.max(largest) / box.space.max_abs(in_box);
}

void expect_one_flow(FlowRun& box, FlowRun& plane) {
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(difference(box, box.field("velocity", d), plane, plane.field("velocity", d), d), 1e-8)
        << d;
  EXPECT_LT(difference(box, box.field("T"), plane, plane.field("T"), 3), 1e-8);
  EXPECT_LT(difference(box, box.field("pressure"), plane, plane.field("pressure"), 3), 1e-7);
  // Squares of cos and of sin have the mean 1/2.
  const auto of_box = box.flow.look(), of_plane = plane.flow.look();
  EXPECT_NEAR(2 * of_box.kinetic_energy / of_plane.kinetic_energy, 1, 1e-8);
  EXPECT_NEAR(2 * of_box.enstrophy / of_plane.enstrophy, 1, 1e-7);
  EXPECT_NEAR(std::sqrt(2.0) * of_box.divergence / of_plane.divergence, 1, 1e-6);
}

/// From an inflow to an open end, between a wall and a plane of symmetry, with lift.
FlowSettings heated_flow() {
  auto faces = test::channel_faces();
  faces[0] = {VelocityCondition::velocity,
              {function_of_place([](const Point& x) { return base(x)[0]; }), nothing, nothing},
              false};
  faces[1] = {VelocityCondition::outflow, {}, false, {}, GivenVector{{nothing, nothing, nothing}}};
  faces[1].damps_backflow = false;
  faces[3] = {VelocityCondition::symmetry, {}, false};
  auto settings = test::settings_of(faces, 0.05);
  settings.scalars = {test::insulated("T", 0.03)};
  settings.scalars[0].faces[0] = {ScalarCondition::value, nothing, false};
  settings.scalars[0].faces[3] = {ScalarCondition::flux, test::constant(1), false};
  settings.additions = {test::buoyancy({0, 3.0, 0, {0.5, 1, 0}})};
  return settings;
}

std::array<double, 4> waves(const Point& x) {
  auto fields = amplitudes(x);
  for (int f = 0; f < 4; ++f) fields[f] *= wave(f, x[2]);
  return fields;
}

void expect_box_and_plane_agree(const FlowSettings& settings) {
  const auto box = perturbed(box_block, settings, 0, waves);
  const auto plane = perturbed(plane_block, settings, beta, amplitudes);
  expect_one_flow(*box, *plane);
}

TEST(WaveAlongZ, IsOneOfABoxOfItsLength) {
  for (const TractionForm form : {TractionForm::gradient, TractionForm::stress}) {
    auto settings = heated_flow();
    settings.faces[1].traction_form = form;
    expect_box_and_plane_agree(settings);
  }
}

// No face fixes a pressure; the flow rate of a wave is zero.
TEST(WaveAlongZ, NeedsNoLevelOfThePressureAndNoFlowRate) {
  auto settings = heated_flow();
  settings.faces[0] = settings.faces[1] = {VelocityCondition::wall, {}, false};
  expect_box_and_plane_agree(settings);
}

TEST(WaveAlongZ, IsOneOnInclinedFacesThatFluidSlidesAlong) {
  const auto map = test::vector_function([](const Point& x) {
    return Point{x[0] + 0.1 * x[1], x[1] + 0.2 * x[0] + 0.05 * std::sin(pi * x[0]), x[2]};
  });
  auto settings = heated_flow();
  settings.faces[2] = settings.faces[3] = {VelocityCondition::normal,
                                           {nothing, nothing, nothing},
                                           false,
                                           {},
                                           GivenVector{{nothing, nothing, nothing}, false},
                                           TractionForm::stress};
  settings.velocity_method = settings.scalars[0].method = SolverMethod::jacobi_cg;
  settings.iterative_velocity.tolerance = 1e-13;
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.iterative_pressure.tolerance = 1e-12;
  const auto box = perturbed(box_block, settings, 0, waves, map);
  settings.pressure_method = settings.scalars[0].method = SolverMethod::extruded_direct;
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(plane_block.mesh(order, world), map, world);
  settings.layers = std::make_shared<extruded::ExtrudedPlans>(space);
  const auto plane = perturbed(plane_block, settings, beta, amplitudes, map);
  expect_one_flow(*box, *plane);
}

// In a fluid at rest (a sin x cos y, b cos x sin y, c cos x cos y) without divergence decays with
// nu (2 + beta^2), and has no pressure.
TEST(WaveAlongZ, DecaysAsAModeOfStokes) {
  constexpr double nu = 0.01, a = 0.7, b = 0.4;
  const test::Block block{{0, 0, 0}, {2 * pi, 2 * pi, 1}, {2, 2, 1}, {true, true, true}, true};
  FlowRun run(block, 14,
              linearised(test::settings_of(test::faces_of(VelocityCondition::periodic), nu), beta));
  const VectorFunction mode{
      function_of_place([](const Point& x) { return a * std::sin(x[0]) * std::cos(x[1]); }),
      function_of_place([](const Point& x) { return b * std::cos(x[0]) * std::sin(x[1]); }),
      function_of_place(
          [](const Point& x) { return -(a + b) / beta * std::cos(x[0]) * std::cos(x[1]); })};
  run.flow.set_state(0, mode, {});
  constexpr double step = 0.01;
  StepReport report;
  for (int n = 0; n < 10; ++n) report = run.flow.step(step);
  const double decay = std::exp(-nu * (2 + beta * beta) * 10 * step);
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(run.error(run.field("velocity", d),
                        [&](const space::Points& points, double t, std::span<double> out) {
                          mode[d](points, t, out);
                          for (double& value : out) value *= decay;
                        }),
              1e-9);
  EXPECT_LT(report.state.divergence, 1e-9);
  EXPECT_LT(run.space.max_abs(run.field("pressure")), 1e-9);
}

TEST(WaveAlongZ, IsOfAPlaneAlone) {
  EXPECT_NE(message_of<base::Error>([&] {
              FlowRun(box_block, 3, linearised(heated_flow(), beta));
            }).find("no plane"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::physics
