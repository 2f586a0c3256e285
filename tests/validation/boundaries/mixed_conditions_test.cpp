// Faces of a box with several conditions, cut by [[mesh.part]]: flows whose exact solution meets
// both.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "case_runner.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

/// Plane Poiseuille flow that is given on the upper half of its outlet and free on the lower; a
/// scalar that is linear across, given on half of a wall, with its flux on the other half.
const std::string half_outlet = R"toml(
[mesh]
order = 4
x = { range = [0, 2], elements = 4 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[[mesh.part]]
name = "given"
of = "x_max"
where = "y > 0"
[[mesh.part]]
name = "heated"
of = "y_max"
where = "x > 1"
[fluid]
viscosity = 0.5
[boundary]
x_min = { velocity = "exact" }
x_max = "outflow"
given = { velocity = "exact" }
y = "wall"
heated = "wall"
[initial]
velocity = ["1 - y^2 + 0.1*sin(pi*y)*x*(2 - x)", "0", "0"]
[[scalar]]
name = "heat"
diffusivity = 1
exact = "1 + y"
boundary = { x = "insulated", given = "insulated", y_min = { value = "exact" }, y_max = { value = "exact" }, heated = { flux = "1" } }
[time]
dt = 0.02
end = 18
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "2 - x"
)toml";

TEST(MixedConditions, HalfOfTheOutletIsGiven) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(half_outlet), self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-9);
  EXPECT_LT(max_error(*simulation, "v"), 1e-9);
  EXPECT_LT(max_error(*simulation, "p"), 1e-8);
  EXPECT_LT(max_error(*simulation, "heat"), 1e-9);
}

TEST(MixedConditions, AreTheSameOnAnyNumberOfRanks) {
  const auto self = comm::Communicator::self();
  const auto world = comm::Communicator::world();
  const auto the_case = case_from_text(half_outlet, {"time.end=0.2"});
  const auto shared = run(the_case, world), whole = run(the_case, self);
  EXPECT_LT(relative_difference(shared->space(), shared->state()["velocity"].now(0),
                                whole->state()["velocity"].now(0)),
            1e-10);
  EXPECT_LT(relative_difference(shared->space(), shared->state()["pressure"].now(),
                                whole->state()["pressure"].now()),
            1e-9);
}

TEST(MixedConditions, RefusePartsThatHoldNothing) {
  const auto self = comm::Communicator::self();
  try {
    run(case_from_text(half_outlet, {"mesh.part[0].where=y > 2"}), self);
    FAIL() << "accepted";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("no side of 'x_max' lies in the part 'given'"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lobatto::validation
