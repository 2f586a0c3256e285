// A run that goes on from a saved state takes the same steps as one that never stopped: to the bit
// on as many ranks, to round-off on any other number.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "short_duct.hpp"
#include "support/memory_state.hpp"
#include "wavy_channel.hpp"

namespace lobatto::validation {
namespace {

/// Fluid leaves and comes back; inflow and body force change with time; symmetry.
constexpr const char* pulsating_outflow = R"toml(
[mesh]
order = 5
x = { range = [0, 2], elements = 3 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 1], elements = 2 }
[fluid]
reynolds = 100
[boundary]
x_min = { velocity = ["(1 - y^2)*(1 + 0.5*sin(30*t))", "0", "0"] }
x_max = "outflow"
y = "wall"
z = "symmetry"
[forcing]
body = ["0", "0.5*sin(3*x)*cos(20*t)", "0"]
[initial]
velocity = ["1 - y^2 - 3*exp(-((x-1.8)^2 + y^2)/0.1)", "0", "0"]
[[scalar]]
name = "smoke"
prandtl = 1
initial = "x"
source = "cos(40*t)*y"
boundary = { x_min = { value = "sin(10*t)" }, x_max = "insulated", y = "insulated", z = "insulated" }
[time]
dt = 2e-3
steps = 100
)toml";

/// Tractions that use the levels of the past, in both forms, on a curved face and on faces whose
/// tangential or normal velocity is given.
constexpr const char* under_tractions = R"toml(
[mesh]
order = 5
x = { range = [0, 2], elements = 3 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 1], elements = 2 }
[fluid]
viscosity = "0.05 + 0.01*x"
[boundary]
x_min = { velocity = ["(1 - y^2)*(1 + 0.5*sin(30*t))", "0", "0"] }
x_max = { traction = ["0.1*sin(20*t)", "0", "0.1"] }
y_min = "wall"
y_max = { traction = ["0", "0.1*cos(t)", "0"], traction_form = "stress" }
z_min = { tangential_velocity = ["0.1*y*x", "0", "0"], traction = ["0", "0", "0"] }
z_max = { normal_velocity = "0.1*x*(1 - y^2)", traction = ["0", "0", "0"], traction_form = "stress" }
[initial]
velocity = ["1 - y^2", "0.1*sin(3*x)", "0"]
[time]
dt = 2e-3
steps = 100
)toml";

class Restart : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();

  static void expect_equal(std::span<const double> a, std::span<const double> b, const char* what) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0) << what;
  }
  static void expect_same_state(const run::Simulation& a, const run::Simulation& b) {
    EXPECT_EQ(a.state().time(), b.state().time());
    EXPECT_EQ(a.state().n_steps(), b.state().n_steps());
    for (int d = 0; d < 3; ++d)
      expect_equal(a.state()["velocity"].now(d), b.state()["velocity"].now(d), "velocity");
    for (const auto& field : a.state().variables())
      if (!field->kind().is_vector)
        expect_equal(field->now(), b.state()[field->name()].now(), field->name().c_str());
  }
  test::MemoryState state_of(run::Simulation& simulation) const {
    test::MemoryState state;
    test::StateKeeper keeper(state, simulation.space().communicator());
    simulation.visit_state(keeper, true);
    return state;
  }
  static void load(const test::MemoryState& state, run::Simulation& simulation) {
    test::StateGiver giver(state);
    simulation.visit_state(giver, true);
  }

  /// Saves after n_before steps, loads into a new simulation and takes five steps with both.
  void expect_same_steps(const std::string& text, std::vector<std::string> overrides,
                         int n_before) const {
    SCOPED_TRACE(n_before);
    overrides.emplace_back("time.steps=1000");
    const cases::Case the_case = case_from_text(text, overrides);
    run::Simulation straight(the_case, world_), restarted(the_case, world_);
    for (int step = 0; step < n_before; ++step) straight.advance();
    load(state_of(straight), restarted);
    expect_same_state(straight, restarted);
    for (int step = 0; step < 5; ++step) {
      const auto a = straight.advance(), b = restarted.advance();
      EXPECT_EQ(a.order, b.order);
      EXPECT_EQ(a.dt, b.dt);
      EXPECT_EQ(a.local_error, b.local_error);
      EXPECT_EQ(a.state.kinetic_energy, b.state.kinetic_energy);
      EXPECT_EQ(a.pressure_gradient, b.pressure_gradient);
      for (std::size_t i = 0; i < a.solves.size(); ++i)
        EXPECT_EQ(a.solves[i].report.iterations, b.solves[i].report.iterations);
      expect_same_state(straight, restarted);
    }
  }
};

const std::vector<std::string> iterative_solvers{
    "solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg", "solver.tolerance=1e-8",
    "solver.pressure_tolerance=1e-6", "solver.pressure_projection=6"};

TEST_F(Restart, OfEveryOrderInTheStepsThatStartItAndLater) {
  for (const char* order : {"time.order=1", "time.order=2", "time.order=3"})
    for (const int n_before : {0, 1, 2, 5}) expect_same_steps(short_duct, {order}, n_before);
}

TEST_F(Restart, WithStepsByTheirError) {
  const std::vector<std::string> by_error{"time.cfl=0.5", "time.tolerance=1e-6"};
  for (const int n_before : {0, 2, 3, 4, 12}) expect_same_steps(short_duct, by_error, n_before);
}

TEST_F(Restart, AlongCharacteristics) {
  for (const char* order : {"time.order=2", "time.order=3"})
    for (const int n_before : {1, 2, 5})
      expect_same_steps(short_duct,
                        {order, "time.splitting=characteristics", "time.cfl=2", "time.max_dt=0.1"},
                        n_before);
}

TEST_F(Restart, UnderTractionsThatUseTheLevelsOfThePast) {
  for (const char* order : {"time.order=2", "time.order=3"})
    for (const int n_before : {1, 5}) expect_same_steps(under_tractions, {order}, n_before);
  expect_same_steps(under_tractions, iterative_solvers, 4);
}

TEST_F(Restart, WithIterativeSolversAndTheirRecentSolutions) {
  // With a window that is not yet full, full, and rolled on.
  for (const int n_before : {3, 6, 11}) expect_same_steps(short_duct, iterative_solvers, n_before);
}

TEST_F(Restart, WithStepsOfATargetCfl) {
  std::vector<std::string> overrides{"time.cfl=0.4", "time.max_dt=0.02"};
  std::string text = short_duct;
  text.erase(text.find("dt = 4e-3"), 9);
  expect_same_steps(text, overrides, 6);
}

TEST_F(Restart, WithCoefficientsThatFollowFromTheSolution) {
  for (const int n_before : {0, 1, 2, 5}) expect_same_steps(varying_duct(), {}, n_before);
}

/// Inlet, walls and symmetric sides keep their planes, the outlet does not.
TEST_F(Restart, OnAMeshThatMoves) {
  const std::string moving =
      "mesh.motion={displacement = [\"0.1*sin(20*t)*x*(1 - y^2)\", "
      "\"0.1*sin(30*t)*y*sin(2*x)*(1 - 0.2*x)\", \"0\"]}";
  for (const char* order : {"time.order=1", "time.order=2", "time.order=3"})
    for (const int n_before : {0, 1, 2, 5})
      expect_same_steps(pulsating_outflow, {order, moving}, n_before);
  auto overrides = iterative_solvers;
  overrides.push_back(moving);
  expect_same_steps(pulsating_outflow, overrides, 11);
}

TEST_F(Restart, WithASubgridModel) {
  for (const char* model : {"wale", "one-equation"})
    for (const int n_before : {0, 1, 2, 5})
      expect_same_steps(fmt::format("{}[subgrid]\nmodel = \"{}\"\n", short_duct, model), {},
                        n_before);
}

/// Their diffusivity never changes, or follows the velocity: solver memory goes on with both.
TEST_F(Restart, WithEddiesOfAVelocityThatIsGiven) {
  const std::string text = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 3, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[subgrid]
model = "vreman"
[[scalar]]
name = "dye"
diffusivity = 1e-2
initial = "sin(2*pi*x)*y"
boundary = { y = { value = 0 } }
[solver]
tolerance = 1e-8
projection = 4
[time]
dt = 5e-3
steps = 1
)toml";
  for (const auto& flow : {"flow.velocity=[\"y\", \"sin(2*pi*z)\", \"cos(2*pi*x)\"]",
                           "flow.velocity=[\"y\", \"sin(2*pi*(z - t))\", \"cos(2*pi*x)\"]"})
    for (const int n_before : {0, 1, 6}) expect_same_steps(text, {flow}, n_before);
}

/// Projections go on where the coefficient never changes, and so does the response of the flow
/// rate.
TEST_F(Restart, WithCoefficientsOfThePlaceAndOfTime) {
  std::string text = short_duct;
  const std::string viscosity = "reynolds = 300", diffusivity = "prandtl = 0.7";
  text.replace(text.find(viscosity), viscosity.size(), "viscosity = \"(1 + x^2)/300\"");
  text.replace(text.find(diffusivity), diffusivity.size(),
               "diffusivity = \"(1 + y^2 + sin(9*t))/200\"");
  for (const int n_before : {1, 6})
    expect_same_steps(text, {"solver.tolerance=1e-8", "solver.projection=4"}, n_before);
}

TEST_F(Restart, OnACurvedMeshWithAHeldFlowRate) {
  for (const int n_before : {1, 4}) expect_same_steps(wavy_channel, {}, n_before);
}

TEST_F(Restart, WithOutflowAndConditionsThatChangeWithTime) {
  for (const int n_before : {2, 7}) {
    expect_same_steps(pulsating_outflow, {}, n_before);
    expect_same_steps(pulsating_outflow, iterative_solvers, n_before);
  }
}

TEST_F(Restart, FromAnExactSolutionWithItsPast) {
  const char* const exact = R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[exact]
velocity = ["sin(2*pi*y)*exp(-0.4*pi^2*t)", "0", "0"]
[initial]
velocity = "exact"
[time]
dt = 1e-3
)toml";
  for (const int n_before : {0, 1, 4}) expect_same_steps(exact, {}, n_before);
}

TEST_F(Restart, OnAnotherNumberOfRanksAgreesToRoundOff) {
  const auto self = comm::Communicator::self();
  const cases::Case the_case = case_from_text(short_duct, {"time.steps=14"});
  run::Simulation first(the_case, world_);
  for (int step = 0; step < 6; ++step) first.advance();
  const auto state = state_of(first);
  run::Simulation alone(the_case, self), together(the_case, world_);
  load(state, alone);
  load(state, together);
  while (!alone.finished()) alone.advance();
  while (!together.finished()) together.advance();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(relative_difference(together.space(), together.state()["velocity"].now(d),
                                  alone.state()["velocity"].now(d)),
              1e-12);
}

TEST_F(Restart, WithoutTheSolversMemoryAgreesToTheirTolerance) {
  auto overrides = iterative_solvers;
  overrides.emplace_back("time.steps=1000");
  const cases::Case the_case = case_from_text(short_duct, overrides);
  run::Simulation straight(the_case, world_), restarted(the_case, world_);
  for (int step = 0; step < 6; ++step) straight.advance();
  test::MemoryState state;
  test::StateKeeper keeper(state, world_);
  straight.visit_state(keeper, false);
  for (const auto& [name, rows] : state.rows) EXPECT_FALSE(name.starts_with("solvers/")) << name;
  load(state, restarted);
  straight.advance();
  restarted.advance();
  const auto& a = straight.state()["velocity"].now(2);
  const auto& b = restarted.state()["velocity"].now(2);
  EXPECT_LT(straight.space().max_abs(a) > 0 ? max_difference(a, b) : 0.0, 1e-5);
}

TEST_F(Restart, WithAScalarMoreBeginsItAtItsInitialValueAndWithoutAPast) {
  std::string text = short_duct;
  run::Simulation before(case_from_text(text), world_);
  for (int step = 0; step < 4; ++step) before.advance();
  const auto state = state_of(before);
  text +=
      "[[scalar]]\nname = \"salt\"\nprandtl = 1\ninitial = \"z\"\n"
      "boundary = { x = \"insulated\", y = \"insulated\" }\n";
  run::Simulation after(case_from_text(text), world_);
  const auto salt = after.state()["salt"].now();
  load(state, after);
  expect_equal(after.state()["salt"].now(), salt, "salt");
  expect_equal(after.state()["velocity"].now(2), before.state()["velocity"].now(2), "velocity");
  EXPECT_EQ(after.state().history().n_past(), 0);
  after.advance();
  EXPECT_EQ(after.state().history().n_past(), 1);
}

TEST_F(Restart, OnAnotherMeshIsRefusedInWords) {
  const auto state = [&] {
    run::Simulation simulation(case_from_text(short_duct), world_);
    return state_of(simulation);
  }();
  const auto refusal = [&](const std::string& override) -> std::string {
    run::Simulation other(case_from_text(short_duct, {override}), world_);
    try {
      load(state, other);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal("mesh.order=6").find("45 elements of order 5"), std::string::npos);
  EXPECT_NE(refusal("mesh.z.elements=6").find("where this case has 54 of order 5"),
            std::string::npos);
  EXPECT_NE(refusal("mesh.x.grading.sine=0.41").find("another mesh"), std::string::npos);
  EXPECT_EQ(refusal("fluid.reynolds=200"), "");
}

TEST_F(Restart, OnAMeshOfSmallUnitsTellsMeshesApart) {
  // A tenth of a millimetre wide, in metres.
  const char* const tiny = R"toml(
[mesh]
order = 4
x = { range = [0, 1e-4], elements = 3 }
y = { range = [0, 1e-4], elements = 2 }
z = { range = [0, 1e-4], elements = 2, periodic = true }
[fluid]
viscosity = 1e-6
[boundary]
x = "wall"
y = "wall"
[time]
dt = 1e-3
steps = 1
)toml";
  run::Simulation one(case_from_text(tiny), world_);
  run::Simulation other(case_from_text(tiny, {"mesh.x.grading.sine=0.2"}), world_);
  EXPECT_THROW(load(state_of(one), other), std::exception);
}

}  // namespace
}  // namespace lobatto::validation
