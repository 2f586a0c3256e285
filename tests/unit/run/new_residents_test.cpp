// A new condition and a new equation in one file each, examples/extensions, as the program has its
// own: with the list of residents, and in a run.
#include <gtest/gtest.h>

#include <cmath>

#include "../../../examples/extensions/recent_means.cpp"
#include "../../../examples/extensions/uniform_inflow.cpp"
#include "case/reader.hpp"
#include "physics/conditions/boundary_flux.hpp"
#include "run/setup/flow_setup.hpp"
#include "run/setup/space_setup.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {
namespace {

constexpr const char* channel = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 2 }
y = { range = [0, 2], elements = 2 }
z = { range = [0, 3], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x_min = { uniform_inflow = { rate = 1.5 } }
x_max = "outflow"
y = "symmetry"
[time]
dt = 0.01
steps = 3
)toml";

TEST(NewResidents, AConditionOfOneFileLetsInWhatItSays) {
  const auto world = comm::Communicator::world();
  const residents::Resident resident = residents::uniform_inflow();
  const cases::Case c =
      cases::parse_case(channel, "a.toml", {}, cases::CaseFormat({resident.in_case_file}));
  EXPECT_EQ(c.faces[0].said, "uniform inflow of 1.5");
  const space::FunctionSpace space = make_space(c, {world.size()}, world);
  residents::Formulas formulas(c);
  std::vector<physics::VelocityBoundaryCondition> faces(c.faces.size());
  faces[0].kind = c.faces[0].kind;
  resident.complete({c, c.faces[0], formulas, space, 0}, faces[0]);
  const auto flux = physics::given_flux(space, {faces.begin(), faces.begin() + 1}, 0);
  ASSERT_EQ(flux.parts.size(), 1U);
  EXPECT_NEAR(flux.parts[0].in, 1.5, 1e-12);
  EXPECT_NEAR(flux.parts[0].out, 0, 1e-14);
}

constexpr const char* box = R"toml(
[mesh]
order = 3
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[flow]
velocity = ["2", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.1
[time]
dt = 0.01
steps = 50
[[recent_mean]]
name = "usual"
of = "u + x"
memory = 0.3
)toml";

/// dm/dt = (f - m) / T from 0: m = f (1 - exp(-t / T)) where f is constant in time.
TEST(NewResidents, AnEquationOfOneFileIsSolved) {
  const auto world = comm::Communicator::world();
  const residents::Resident resident = residents::recent_means();
  const cases::Case c =
      cases::parse_case(box, "a.toml", {}, cases::CaseFormat({resident.in_case_file}));
  const space::FunctionSpace space = make_space(c, {world.size()}, world);
  residents::Formulas formulas(c);
  physics::FlowSettings settings = make_flow_settings(c, {world.size()}, formulas, space);
  settings.additions.push_back(
      [&](physics::Assembly& assembly) { resident.add({c, formulas, assembly}); });
  state::State state(space, c.time_order);
  perf::Profiler profiler;
  physics::EquationSystem equations(state, settings, profiler);
  equations.set_state(0, formulas.vector_function(*c.prescribed_velocity->velocity), {});
  for (int i = 0; i < 50; ++i) equations.step(0.01);
  const double grown = 1 - std::exp(-0.5 / 0.3);
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q)
      EXPECT_NEAR(state["usual"].now()[e * space.element_size() + q], (2 + x[0][q]) * grown, 1e-12);
  }
}

}  // namespace
}  // namespace lobatto::run
