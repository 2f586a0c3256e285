// Bodies that move, and a mesh that gives way.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "case_runner.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"
#include "stats/wall_traction.hpp"

namespace lobatto::validation {
namespace {

/// Fluid between two cylinders.
const std::string ring = R"toml(
[mesh]
order = 8
plane = true
x = { range = [0.5, 1.5], elements = 2 }
y = { range = [0, "2*pi"], elements = 6, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
map = ["x*cos(y)", "x*sin(y)", "z"]
[fluid]
viscosity = 0.05
[time]
dt = 0.01
steps = 50
[solver]
tolerance = 1e-11
pressure_tolerance = 1e-9
)toml";
const std::string walls = "[boundary]\nx = \"wall\"\n";

stats::WallTraction::Force force_on_inner(const run::Simulation& simulation) {
  const auto& state = simulation.state();
  const auto inner = space::boundaries_named("x_min", simulation.space());
  const auto& u = state["velocity"].vector();
  return stats::WallTraction(simulation.space(), inner)
      .integrate({u[0], u[1], u[2]}, state["pressure"].now(), 0.05);
}

/// Places of its nodes are those of the body to round-off, and their velocity its own; the outer
/// cylinder rests.
TEST(MovingBody, TakesItsNodesAlong) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(ring + walls + R"toml(
[[mesh.body]]
on = ["x_min"]
displacement = ["0.2*t", "0.3*sin(t)", "0"]
angle = "0.8*t"
about = [0.1, 0, 0]
)toml"),
                             self);
  const auto& space = simulation.space();
  const auto inner = space::boundaries_named("x_min", space)[0];
  const auto outer = space::boundaries_named("x_max", space)[0];
  const auto rest = space::Boundary(space, inner), outer_rest = space::Boundary(space, outer);
  while (!simulation.finished()) simulation.advance();
  const double t = simulation.state().time(), c = std::cos(0.8 * t), s = std::sin(0.8 * t);
  const auto now = space::Boundary(space, inner), outer_now = space::Boundary(space, outer);
  const auto &u = simulation.state()["velocity"].now(0), &v = simulation.state()["velocity"].now(1);
  for (std::size_t i = 0; i < now.n_values(); ++i) {
    const double x = rest.points().x[i] - 0.1, y = rest.points().y[i];
    const std::size_t node = now.points().nodes[i];
    EXPECT_NEAR(now.points().x[i], 0.1 + 0.2 * t + c * x - s * y, 1e-12);
    EXPECT_NEAR(now.points().y[i], 0.3 * std::sin(t) + s * x + c * y, 1e-12);
    EXPECT_NEAR(u[node], 0.2 - 0.8 * (s * x + c * y), 1e-9);
    EXPECT_NEAR(v[node], 0.3 * std::cos(t) + 0.8 * (c * x - s * y), 1e-9);
  }
  for (std::size_t i = 0; i < outer_now.n_values(); ++i) {
    EXPECT_EQ(outer_now.points().x[i], outer_rest.points().x[i]);
    EXPECT_EQ(outer_now.points().y[i], outer_rest.points().y[i]);
  }
}

/// A cylinder that turns about its axis is one whose surface slides along a mesh at rest. Measured:
/// 8e-5 and 2e-6, errors of the steps.
TEST(MovingBody, TurnsAsASurfaceThatSlides) {
  const auto self = comm::Communicator::self();
  const auto turned = run(case_from_text(ring + walls + R"toml(
[[mesh.body]]
on = ["x_min"]
angle = "0.5*(1 - cos(2*t))"
)toml"),
                          self);
  const auto slid = run(case_from_text(ring + R"toml(
[boundary]
x_min = { velocity = ["-y*sin(2*t)", "x*sin(2*t)", "0"] }
x_max = "wall"
)toml"),
                        self);
  const auto a = force_on_inner(*turned), b = force_on_inner(*slid);
  EXPECT_GT(std::abs(b.viscous_moment[2]), 0.05);
  EXPECT_NEAR(a.viscous_moment[2], b.viscous_moment[2], 2e-4 * std::abs(b.viscous_moment[2]));
  const auto of_turned = turned->equations().look(), of_slid = slid->equations().look();
  EXPECT_NEAR(of_turned.kinetic_energy, of_slid.kinetic_energy, 1e-5 * of_slid.kinetic_energy);
}

/// Between cylinders of radii a and b a small and fast motion of the inner one moves the fluid as
/// if it had no viscosity: its added mass is that of Stokes, (b^2 + a^2) / (b^2 - a^2) of the fluid
/// that it displaces (Lamb, Hydrodynamics, art. 69), and a little more by the boundary layers.
TEST(MovingBody, MovesWithItsAddedMass) {
  const auto self = comm::Communicator::self();
  const auto the_case =
      case_from_text(ring + walls +
                         "[[mesh.body]]\non = [\"x_min\"]\n"
                         "displacement = [\"1e-3*(1 - cos(40*t))\", \"0\", \"0\"]\n",
                     {"fluid.viscosity=1e-4", "time.dt=5e-4", "time.steps=157",
                      "mesh.x={ ticks = [0.5, 0.52, 0.6, 0.9, 1.5] }"});
  run::Simulation simulation(the_case, self);
  double force = 0, acceleration = 0;
  while (!simulation.finished()) {
    simulation.advance();
    const double t = simulation.state().time(), weight = std::cos(40 * t);
    force += weight * force_on_inner(simulation).pressure[0];
    acceleration += weight * 1e-3 * 1600 * std::cos(40 * t);
  }
  const double displaced = std::numbers::pi * 0.25;
  const double expected = (2.25 + 0.25) / (2.25 - 0.25);
  const double found = -force / acceleration / displaced;
  fmt::print("added mass {:.4f}, of fluid without viscosity {:.4f}\n", found, expected);
  EXPECT_GT(found, expected);
  EXPECT_LT(found, 1.05 * expected);
}

}  // namespace
}  // namespace lobatto::validation
