// A symmetric boundary that bends: planes of two orientations under one name.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case_runner.hpp"
#include "same_elements.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"
#include "stats/wall_traction.hpp"
#include "support/message_of.hpp"

namespace lobatto::validation {
namespace {

/// A duct that turns by a right angle: its outer side is y = 0 and then x = 2, its inner side y = 1
/// and then x = 1. An eddy turns in it.
const std::string bent_duct = R"toml(
[mesh]
order = 5
x = { range = [0, 2], elements = 4 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
map = ["x < 1 ? x*(2 - y) : 2 - y", "x < 1 ? y : (x - 1)*(2 - y) + y", "z"]
)toml";
const std::string flow = R"toml(
[fluid]
viscosity = 0.02
[forcing]
body = ["sin(pi*y)*cos(pi*z)", "x*sin(2*pi*z)", "0.3*y"]
[initial]
velocity = ["0.1*sin(pi*y)", "0", "0.1*cos(pi*x)"]
[time]
dt = 0.01
steps = 12
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
[boundary]
x = "wall"
y = "symmetry"
)toml";

cases::Case one_name(const std::vector<std::string>& overrides = {}) {
  return case_from_text(bent_duct + flow, overrides);
}

/// The planes across x as boundaries of their own.
cases::Case two_names() {
  return case_from_text(bent_duct + R"toml(
[[mesh.part]]
name = "outer"
of = "y_min"
where = "x > 1.99"
[[mesh.part]]
name = "inner"
of = "y_max"
where = "y > 1.01"
)toml" + flow + R"toml(
outer = "symmetry"
inner = "symmetry"
)toml");
}

std::array<double, 6> force_on(const run::Simulation& simulation,
                               const std::vector<std::string>& names) {
  std::vector<int> indices;
  for (const auto& name : names)
    for (const int index : space::boundaries_named(name, simulation.space()))
      indices.push_back(index);
  const auto& velocity = simulation.state()["velocity"].vector();
  const auto force =
      stats::WallTraction(simulation.space(), indices)
          .integrate({velocity[0], velocity[1], velocity[2]}, simulation.state()["pressure"].now(),
                     simulation.the_case().viscosity.constant);
  return {force.pressure[0], force.pressure[1], force.pressure[2],
          force.viscous[0],  force.viscous[1],  force.viscous[2]};
}

TEST(SymmetryPlanes, OfTwoOrientationsMayShareAName) {
  const auto world = comm::Communicator::world();
  const auto one = run(one_name(), world), two = run(two_names(), world);
  for (int d = 0; d < 3; ++d) {
    EXPECT_GT(one->space().max_abs(two->state()["velocity"].now(d)), 0.01);
    EXPECT_LT(max_difference(one->state()["velocity"].now(d), two->state()["velocity"].now(d)),
              1e-13);
  }
  EXPECT_LT(max_difference(one->state()["pressure"].now(), two->state()["pressure"].now()), 1e-12);
  // A force on the name is that on both planes.
  const auto on_one = force_on(*one, {"y_min"}), on_two = force_on(*two, {"y_min", "outer"});
  for (std::size_t i = 0; i < on_one.size(); ++i) EXPECT_NEAR(on_one[i], on_two[i], 1e-12);
  EXPECT_EQ(space::boundary_names(one->space()).size(), 6u);
}

/// The largest velocity through planes of symmetry, and along them.
struct AtPlanes {
  double through = 0, along = 0;
};

AtPlanes look_at_planes(const run::Simulation& simulation, const std::vector<std::string>& names) {
  const auto& space = simulation.space();
  AtPlanes found;
  for (const auto& name : names)
    for (const int index : space::boundaries_named(name, space)) {
      const space::Boundary boundary(space, index);
      std::array<std::vector<double>, 3> u;
      for (int d = 0; d < 3; ++d) {
        u[d].resize(boundary.n_values());
        boundary.restrict_field(simulation.state()["velocity"].now(d), u[d]);
      }
      for (std::size_t i = 0; i < boundary.n_values(); ++i) {
        double outward = 0;
        for (int d = 0; d < 3; ++d) outward += u[d][i] * boundary.normal(d)[i];
        found.through = std::max(found.through, std::abs(outward));
        found.along = std::max(found.along, std::hypot(u[0][i], u[1][i], u[2][i]));
      }
    }
  return {space.communicator().max(found.through), space.communicator().max(found.along)};
}

TEST(SymmetryPlanes, LetNothingThroughAndDoNotHoldTheFlowBack) {
  const auto world = comm::Communicator::world();
  const auto simulation = run(one_name({"time.steps=40"}), world);
  const auto at = look_at_planes(*simulation, {"y_min", "y_max"});
  EXPECT_LT(at.through, 1e-14);
  EXPECT_GT(at.along, 0.1);
}

TEST(SymmetryPlanes, ThatAreInclinedDoLikewise) {
  const auto world = comm::Communicator::world();
  const auto simulation =
      run(one_name({"time.steps=20", "mesh.map=[\"x + 0.2*y\", \"y + 0.1*x\", \"z\"]"}), world);
  const auto at = look_at_planes(*simulation, {"y_min", "y_max"});
  EXPECT_LT(at.through, 1e-13);
  EXPECT_GT(at.along, 0.1);
}

}  // namespace
}  // namespace lobatto::validation
