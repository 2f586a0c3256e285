// The damping of the highest modes: what it does to modes that are known, and to the energy.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "mesh/mesh_file.hpp"
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
using test::Point;
using test::settings_of;

const Block wide_torus{{0, 0, 0}, {2, 2, 2}, {2, 2, 2}, {true, true, true}};
constexpr double chi = 2;
constexpr double part_taken = 0.3;
const Addition relaxation = test::relaxation(1, chi);
const Addition each_step = test::step_filter(1, part_taken);

/// L_4 of the place within an element of length 1: the highest mode of order 4, continuous.
double highest_mode(double x) { return std::legendre(4U, 2 * (x - std::floor(x)) - 1); }
const auto mode_of_y = function_of_place([](const Point& x) { return highest_mode(x[1]); });
/// A field of every mode.
const auto any = function_of_place([](const Point& x) {
  return std::sin(9 * x[0]) * std::cos(11 * x[1] + 1) + std::sin(13 * x[2]);
});

FlowSettings periodic_flow(const Addition& filter, double viscosity) {
  auto settings = settings_of(faces_of(VelocityCondition::periodic), viscosity);
  settings.additions = {filter};
  return settings;
}

/// The power of the forces in a given velocity on the torus, with elements of order 4.
double power_in(const VectorFunction& velocity) {
  FlowRun run(wide_torus, 4, periodic_flow(relaxation, 1));
  run.flow.set_state(0, velocity, {});
  const auto state = run.flow.look();
  EXPECT_EQ(state.filter_power, state.power);
  return state.power;
}

// By the quadrature the square of L_N has the integral 2 / N.
TEST(Relaxation, TakesTheEnergyOfTheHighestModeAtItsRate) {
  EXPECT_NEAR(power_in(VectorFunction{mode_of_y, {}, {}}), -chi * 0.25, 1e-13);
  const auto twice =
      function_of_place([](const Point& x) { return highest_mode(x[0]) * highest_mode(x[2]); });
  EXPECT_NEAR(power_in(VectorFunction{constant(0), twice, constant(0)}), -chi * 0.25 * 0.25, 1e-13);
  EXPECT_NEAR(power_in(VectorFunction{mode_of_y, twice, mode_of_y}), -chi * (0.25 + 0.0625 + 0.25),
              1e-13);
}

TEST(Relaxation, TakesNoEnergyFromLowerModes) {
  const auto cubic = function_of_place(
      [](const Point& x) { return x[0] * x[0] * x[0] - x[1] * x[2] * x[2] + x[1] * x[1] * x[1]; });
  EXPECT_NEAR(power_in(VectorFunction{cubic, cubic, cubic}), 0, 1e-12);
}

TEST(Relaxation, TakesEnergyFromEveryVelocity) {
  for (const double k : {1.0, 3.0, 7.0, 20.0})
    for (const double phase : {0.0, 0.4, 1.1}) {
      const auto wave = function_of_place([=](const Point& x) {
        return std::sin(k * x[0] + phase) * std::cos(2 * k * x[1]) + std::sin(k * x[2] - phase);
      });
      EXPECT_LT(power_in(VectorFunction{wave, {}, {}}), -1e-6) << k << " " << phase;
    }
}

/// The error of u = exp(-chi t) L_4(y) e_x, which no pressure and next to no viscosity changes.
double decay_error(double dt) {
  FlowRun run(wide_torus, 4, periodic_flow(relaxation, 1e-12));
  run.flow.set_state(0, {mode_of_y, {}, {}}, {});
  for (int n = 0; n < std::lround(0.4 / dt); ++n) run.flow.step(dt);
  const auto decayed =
      function_of_place([](const Point& x) { return std::exp(-chi * 0.4) * highest_mode(x[1]); });
  return run.error(run.field("velocity"), decayed);
}

TEST(Relaxation, LetsTheHighestModeDecayAtItsRate) {
  const double coarse = decay_error(0.01), fine = decay_error(0.005);
  EXPECT_LT(fine, 2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.1);
}

TEST(Relaxation, ActsOnScalarsWhereAskedTo) {
  for (const bool of_scalars : {true, false}) {
    auto settings = periodic_flow(test::relaxation(1, chi, of_scalars), 1);
    settings.scalars = {test::insulated("dye", 1e-12)};
    FlowRun run(wide_torus, 4, settings);
    const std::vector<space::SpaceTimeFunction> dye{mode_of_y};
    run.flow.set_state(0, {}, dye);
    run.flow.step(0.1);
    constexpr double z = 0.1 * chi;  // 2 (1 - z/2)^2 - (1 - z)
    const auto expected = function_of_place(
        [=](const Point& x) { return (of_scalars ? 1 - z + z * z / 2 : 1) * highest_mode(x[1]); });
    EXPECT_LT(run.error(run.field("dye"), expected), 1e-9);
  }
}

// What it makes of the content of a scalar: nothing on boxes, something on curved elements.
TEST(Relaxation, KnowsItsIntegral) {
  const auto world = comm::Communicator::world();
  for (const bool curved : {false, true}) {
    const auto space = curved ? test::moved(Block{}, 4, test::stirred, world)
                              : space::FunctionSpace(Block{}.mesh(4, world), world);
    state::Variable dye("dye", {.n_levels = 2}, space);
    space.evaluate(any, 0, dye.at(1));
    RelaxationTerm term(2, chi, dye, space);
    for (int n = 0; n < 2; ++n) {  // each level anew
      auto e = space.make_field();
      double* const out[]{e.data()};
      term.begin(0);
      term.add_to({0, space.n_elements(), 0, space.size()}, out);
      const double integral = space.communicator().sum(term.integral());
      EXPECT_NEAR(integral, -space.integrate(e), 1e-13);
      EXPECT_EQ(std::abs(integral) > 1e-6, curved);
    }
  }
}

TEST(Filters, LeavePoiseuilleFlowAlone) {
  for (const auto& filter : {relaxation, each_step}) {
    auto settings = settings_of(channel_faces(), 0.5);
    settings.additions = {filter};
    settings.body_force = {{constant(2), constant(0), constant(0)}, false};
    FlowRun run(channel_block, 4, settings);
    const auto parabola = function_of_place([](const Point& x) { return 2 * x[1] * (1 - x[1]); });
    run.flow.set_state(0, {parabola, {}, {}}, {});
    for (int n = 0; n < 5; ++n) run.flow.step(0.1);
    EXPECT_LT(run.error(run.field("velocity"), parabola), 1e-12);
  }
}

/// The largest difference between the copies of a node.
double largest_jump(const space::FunctionSpace& space, space::Field field) {
  auto mean = field;
  space.make_continuous(mean);
  for (std::size_t q = 0; q < field.size(); ++q) field[q] -= mean[q];
  return space.max_abs(field);
}

void expect_continuous_after_a_filter(const space::FunctionSpace& space) {
  perf::Profiler profiler;
  StepFilter filter(2, 1.0, space, profiler);
  auto field = space.make_field();
  space.evaluate(any, 0, field);
  space.make_continuous(field);
  const auto before = field;
  filter.apply(field, DirichletValues(space));
  EXPECT_LT(largest_jump(space, field), 1e-14);
  auto change = field;
  for (std::size_t q = 0; q < field.size(); ++q) change[q] -= before[q];
  EXPECT_GT(space.max_abs(change), 1e-3);
  const std::size_t n = static_cast<std::size_t>(space.n());
  for (int e = 0; e < space.n_elements(); ++e)
    for (const std::size_t corner : {std::size_t{0}, n - 1, n * n * n - n, n * n * n - 1})
      EXPECT_NEAR(change[e * n * n * n + corner], 0, 1e-14);
}

TEST(StepFilter, LeavesAFieldContinuousAndItsValuesAtVertices) {
  const auto world = comm::Communicator::world();
  for (const int order : {4, 7})
    expect_continuous_after_a_filter({wide_torus.mesh(order, world), world});
}

// Neighbours see a face that they share in different directions.
TEST(StepFilter, LeavesAFieldContinuousOnElementsOfAFile) {
  const auto world = comm::Communicator::world();
  const auto file = std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / "pipe-27.msh";
  const auto hexes = std::make_shared<const mesh::HexMesh>(mesh::read_hex_mesh(file, world));
  expect_continuous_after_a_filter({hexes, 6, world});
}

TEST(StepFilter, TakesItsPartOfTheHighestBubble) {
  auto settings = periodic_flow(each_step, 1);
  settings.scalars = {test::insulated("dye", 1e-12)};
  FlowRun run(wide_torus, 4, settings);
  const auto bubble = [](double part) {
    return function_of_place([=](const Point& x) {
      const double r = 2 * (x[1] - std::floor(x[1])) - 1;
      return part * (std::legendre(4U, r) - std::legendre(2U, r));
    });
  };
  const std::vector<space::SpaceTimeFunction> dye{bubble(1)};
  run.flow.set_state(0, {}, dye);
  run.flow.step(0.1);
  EXPECT_LT(run.error(run.field("dye"), bubble(1 - part_taken)), 1e-9);
  run.flow.step(0.1);
  EXPECT_GT(run.error(run.field("dye"), bubble(1 - part_taken)), 0.1);
}

/// A wall that moves at another speed in every place of it.
std::vector<VelocityBoundaryCondition> with_uneven_wall() {
  auto faces = channel_faces();
  faces[3] = {VelocityCondition::velocity,
              {function_of_place([](const Point& x) { return std::sin(19 * x[2]); }), constant(0),
               constant(0)},
              false};
  return faces;
}

TEST(StepFilter, KeepsWhatTheBoundaryGives) {
  auto settings = settings_of(with_uneven_wall(), 0.3, 1);
  settings.additions = {each_step};
  FlowRun run(channel_block, 4, settings);
  for (int n = 0; n < 3; ++n) run.flow.step(0.1);
  const auto at_walls =
      function_of_place([](const Point& x) { return x[1] == 1 ? std::sin(19 * x[2]) : 0.0; });
  auto difference = run.field("velocity");
  auto expected = run.space.make_field();
  run.space.evaluate(at_walls, 0, expected);
  auto on_walls = run.space.make_field();
  run.space.evaluate(
      function_of_place([](const Point& x) { return x[1] == 0 || x[1] == 1 ? 1.0 : 0.0; }), 0,
      on_walls);
  for (std::size_t q = 0; q < difference.size(); ++q)
    difference[q] = on_walls[q] * (difference[q] - expected[q]);
  EXPECT_EQ(run.space.max_abs(difference), 0);
}

// The same step with and without the filter: the energies differ by what the filter is said to do.
TEST(StepFilter, StandsInTheBalanceOfEnergy) {
  constexpr double dt = 0.05;
  for (const bool has_walls : {true, false}) {
    auto settings = has_walls ? settings_of(with_uneven_wall(), 0.3, 1)
                              : settings_of(faces_of(VelocityCondition::periodic), 0.01, 1);
    FlowRun plain(has_walls ? channel_block : wide_torus, 4, settings);
    settings.additions = {each_step};
    FlowRun filtered(has_walls ? channel_block : wide_torus, 4, settings);
    for (auto* run : {&plain, &filtered}) run->flow.set_state(0, {any, {}, {}}, {});
    const auto without = plain.flow.step(dt).state, with = filtered.flow.step(dt).state;
    const double taken = dt * (without.power - with.power);
    EXPECT_NEAR(without.kinetic_energy - with.kinetic_energy, taken, 1e-13);
    EXPECT_NEAR(dt * *with.filter_power, -taken, 1e-13);
    EXPECT_FALSE(without.filter_power);
    EXPECT_GT(taken, 1e-5);
  }
}

// What is left over of dE/dt = power - 2 nu enstrophy, over the work of the filter; after the first
// steps, which are of lower order.
double imbalance(const Addition& filter, double dt) {
  auto settings = settings_of(channel_faces(), 0.01);
  settings.additions = {filter};
  FlowRun run(channel_block, 4, settings);
  const auto profile = function_of_place(
      [](const Point& x) { return std::sin(3.141592653589793 * x[1]) * std::cos(12 * x[1]); });
  run.flow.set_state(0, {profile, {}, {}}, {});
  const auto rate = [](const FlowState& state) { return state.power - 0.02 * state.enstrophy; };
  FlowState before;
  for (int n = 0; n < 5; ++n) before = run.flow.step(dt).state;
  const double start = before.kinetic_energy;
  double gained = 0, filtered = 0;
  for (int n = 0; n < std::lround(0.2 / dt); ++n) {
    const auto now = run.flow.step(dt).state;
    gained += 0.5 * dt * (rate(before) + rate(now));
    filtered += 0.5 * dt * (*before.filter_power + *now.filter_power);
    before = now;
  }
  EXPECT_LT(filtered, -1e-3);
  return std::abs((before.kinetic_energy - start - gained) / filtered);
}

TEST(Filters, StandInTheBalanceOfEnergy) {
  for (const double dt : {0.01, 0.005}) {
    EXPECT_LT(imbalance(test::relaxation(2, 4.0), dt), 0.01);
    EXPECT_LT(imbalance(test::step_filter(2, 2 * dt), dt), 0.01);
  }
}

}  // namespace
}  // namespace lobatto::physics
