// Scalars in elements that are solid: conductivity and capacity jump where regions meet, and the
// flow ends there.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "../support/memory_state.hpp"
#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// Three layers across y, one of them fluid at rest: as steps of first order do not differ from the
/// steady state for long, the profile is straight in each layer and the flux the same in all.
constexpr const char* layers = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 2, periodic = true }
y = { ticks = [0, 0.5, 1, 1.5, 2, 3] }
z = { range = [0, 1], elements = 2 }
[[solid]]
name = "steel"
where = "y < 1"
[[solid]]
name = "cork"
where = "y > 2"
[flow]
velocity = [0, 0, 0]
[[scalar]]
name = "T"
diffusivity = 0.5
boundary = { y_min = { value = 0 }, y_max = { value = 1 }, z = "insulated" }
solid.steel = { conductivity = 8, capacity = 3 }
solid.cork = { conductivity = "0.1", capacity = 0.4 }
exact = "1/12.125*((y < 1)*y/8 + (y >= 1 && y <= 2)*(1/8 + 2*(y - 1)) + (y > 2)*(2.125 + 10*(y - 2)))"
[solver]
tolerance = 1e-13
[time]
order = 1
dt = 1e6
steps = 4
)toml";

TEST(ConjugateHeat, LayersHaveStraightProfilesAndOneFlux) {
  const auto simulation = run(case_from_text(layers), comm::Communicator::world());
  EXPECT_LT(max_error(*simulation, "T"), 1e-10);
}

TEST(ConjugateHeat, AMovedBoxHasTheSame) {
  const std::string map = "mesh.map=[\"x + 0.1*sin(pi*z)\", \"y\", \"z\"]";
  const auto simulation = run(case_from_text(layers, {map}), comm::Communicator::world());
  EXPECT_LT(max_error(*simulation, "T"), 1e-10);
}

/// The slowest mode of fluid at rest on y < a and a solid beyond it, between T = 0 at y = 0 and 1:
/// exp(-s t) sin(m y) / sin(m a) and exp(-s t) sin(n (1 - y)) / sin(n (1 - a)), s = k m^2 = K n^2 /
/// C with equal fluxes, k m cot(m a) + K n cot(n (1 - a)) = 0.
struct SlowestMode {
  static constexpr double a = 0.4, k = 0.1, conductivity = 0.4, capacity = 2.5;
  double m, n;

  SlowestMode() {
    const double ratio = std::sqrt(k * capacity / conductivity);  // n / m
    const auto mismatch = [&](double of) {
      return k * of / std::tan(of * a) + conductivity * ratio * of / std::tan(ratio * of * (1 - a));
    };
    double below = 0.1, above = std::numbers::pi / std::max(a, ratio * (1 - a)) - 1e-9;
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (below + above);
      (mismatch(middle) > 0 ? below : above) = middle;
    }
    m = below;
    n = ratio * m;
  }
  [[nodiscard]] std::string text() const {
    const auto decay = fmt::format("exp(-{:.17g}*t)", k * m * m);
    return fmt::format(
        "{}*((y < {})*sin({:.17g}*y)/sin({:.17g}) + (y >= {})*sin({:.17g}*(1 - y))/sin({:.17g}))",
        decay, a, m, m * a, a, n, n * (1 - a));
  }
};

/// Largest error when the mode has become a good deal smaller.
double error_of_mode(int order) {
  const SlowestMode mode;
  const std::string text = fmt::format(
      R"toml(
[mesh]
order = {}
x = {{ range = [0, 1], elements = 1, periodic = true }}
y = {{ ticks = [0, 0.4, 1] }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[[solid]]
name = "block"
where = "y > 0.4"
[flow]
velocity = [0, 0, 0]
[[scalar]]
name = "T"
diffusivity = {}
initial = "exact"
exact = "{}"
boundary = {{ y = {{ value = 0 }} }}
solid.block = {{ conductivity = {}, capacity = {} }}
[solver]
tolerance = 1e-13
[time]
dt = 2e-3
steps = 100
)toml",
      order, SlowestMode::k, mode.text(), SlowestMode::conductivity, SlowestMode::capacity);
  return max_error(*run(case_from_text(text), comm::Communicator::world()), "T");
}

TEST(ConjugateHeat, AModeThroughAJumpConvergesSpectrally) {
  const double at_4 = error_of_mode(4), at_6 = error_of_mode(6), at_8 = error_of_mode(8);
  EXPECT_LT(at_6, 0.03 * at_4);
  EXPECT_LT(at_8, 0.03 * at_6);
  EXPECT_LT(error_of_mode(10), 2e-9);
}

/// A wave of temperature along a channel with Poiseuille flow over a slab, T = sin(x - t) (1 + r y)
/// in the fluid and sin(x - t) (1 + y) in the slab, r the ratio of conductivities; what is left of
/// the equations are the sources.
constexpr const char* wave = R"toml(
[mesh]
order = 8
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { ticks = [-0.5, 0, 0.5, 1] }
z = { range = [0, 1], elements = 3, periodic = true }
[parameters]
k = 0.05
K = 0.2
C = 1.5
r = 4
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "x"
[initial]
velocity = ["6*y*(1 - y)", "0", "0"]
[exact]
velocity = ["6*y*(1 - y)", "0", "0"]
[[solid]]
name = "slab"
where = "y < 0"
[[scalar]]
name = "T"
diffusivity = "k"
initial = "exact"
exact = "sin(x - t)*(1 + (y < 0)*y + (y >= 0)*r*y)"
source = "((u - 1)*cos(x - t) + k*sin(x - t))*(1 + r*y)"
boundary = { y = { value = "exact" } }
[scalar.solid.slab]
conductivity = "K"
capacity = "C"
source = "(-C*cos(x - t) + K*sin(x - t))*(1 + y)"
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
[time]
dt = 2e-3
steps = 50
)toml";

TEST(ConjugateHeat, AWaveAboveAndInASlab) {
  const auto simulation = run(case_from_text(wave), comm::Communicator::world());
  EXPECT_LT(max_error(*simulation, "T"), 3e-7);
  EXPECT_LT(max_error(*simulation, "u"), 1e-10);
  EXPECT_LT(max_error(*simulation, "v"), 1e-10);
}

TEST(ConjugateHeat, AWaveIsOfThirdOrderInTime) {
  const auto error = [](const char* dt, const char* steps) {
    return max_error(*run(case_from_text(wave, {dt, steps}), comm::Communicator::world()), "T");
  };
  EXPECT_GT(slope(error("time.dt=0.02", "time.steps=20"), error("time.dt=0.01", "time.steps=40")),
            2.7);
}

TEST(ConjugateHeat, TheFlowIsZeroInSolids) {
  const auto simulation = run(case_from_text(wave), comm::Communicator::world());
  const auto& state = simulation->state();
  const std::size_t n_fluid = simulation->space().fluid().size();
  for (int d = 0; d < 3; ++d)
    for (const double u : std::span(state["velocity"].now(d)).subspan(n_fluid)) EXPECT_EQ(u, 0.0);
  for (const double p : std::span(state["pressure"].now()).subspan(n_fluid)) EXPECT_EQ(p, 0.0);
}

TEST(ConjugateHeat, AChannelOverAHeatedSlabReachesItsEnd) {
  const auto simulation = run(load_case("conjugate-channel.toml"), comm::Communicator::world());
  EXPECT_LT(max_error(*simulation, "temperature"), 1e-6);
}

/// In steps of first order the difference of the contents over dt is what the step says of it: the
/// slab begins to warm up from below.
TEST(ConjugateHeat, ASolidHoldsWhatHasComeIn) {
  run::Simulation simulation(load_case("conjugate-channel.toml", {"time.order=1"}),
                             comm::Communicator::world());
  double before = simulation.advance().scalars.at(0).solids.at(0).content;
  for (int step = 0; step < 5; ++step) {
    const auto report = simulation.advance();
    const auto& scalar = report.scalars.at(0);
    const auto& slab = scalar.solids.at(0);
    EXPECT_EQ(slab.name, "slab");
    EXPECT_GT(slab.conduction, 0.1);
    EXPECT_NEAR((slab.content - before) / report.dt, slab.conduction, 1e-10);
    EXPECT_NEAR(scalar.change, scalar.conduction + scalar.convection + scalar.source, 1e-8);
    before = slab.content;
  }
}

/// Values by element number and node, of all elements of this rank.
std::map<std::int64_t, std::vector<double>> by_element(const space::FunctionSpace& space,
                                                       std::span<const double> field) {
  std::map<std::int64_t, std::vector<double>> values;
  const std::size_t size = space.element_size();
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto of_element = field.subspan(e * size, size);
    values[space.element_number(e)].assign(of_element.begin(), of_element.end());
  }
  return values;
}

class ConjugateHeatOnRanks : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world(), self_ = comm::Communicator::self();

  void expect_same(const std::string& text) const {
    const auto parallel = run(case_from_text(text), world_);
    const auto serial = run(case_from_text(text), self_);
    for (const char* name : {"velocity", "T"})
      for (int d = 0; d < parallel->state()[name].n_components(); ++d) {
        const auto whole = by_element(serial->space(), serial->state()[name].now(d));
        double difference = 0;
        for (const auto& [number, values] :
             by_element(parallel->space(), parallel->state()[name].now(d)))
          for (std::size_t q = 0; q < values.size(); ++q)
            difference = std::max(difference, std::abs(values[q] - whole.at(number)[q]));
        EXPECT_LT(world_.max(difference), 1e-11) << name << d;
      }
  }
};

TEST_F(ConjugateHeatOnRanks, Agree) { expect_same(wave); }

TEST_F(ConjugateHeatOnRanks, GoOnBitForBit) {
  const auto the_case = case_from_text(wave, {"time.steps=1000", "solver.pressure_projection=4"});
  for (const int n_before : {0, 1, 2, 6}) {
    run::Simulation straight(the_case, world_), restarted(the_case, world_);
    for (int step = 0; step < n_before; ++step) straight.advance();
    test::MemoryState state;
    test::StateKeeper keeper(state, world_);
    straight.visit_state(keeper, true);
    test::StateGiver giver(state);
    restarted.visit_state(giver, true);
    for (int step = 0; step < 4; ++step) {
      straight.advance();
      restarted.advance();
    }
    const auto expect_equal = [](std::span<const double> a, std::span<const double> b) {
      ASSERT_EQ(a.size(), b.size());
      EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
    };
    for (int d = 0; d < 3; ++d)
      expect_equal(straight.state()["velocity"].now(d), restarted.state()["velocity"].now(d));
    expect_equal(straight.state()["pressure"].now(), restarted.state()["pressure"].now());
    expect_equal(straight.state()["T"].now(), restarted.state()["T"].now());
  }
}

}  // namespace
}  // namespace lobatto::validation
