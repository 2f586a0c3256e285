// Flow across a magnetic field between walls that insulate: J. Hartmann, Det Kgl. Danske Vidensk.
// Selsk. Math.-fys. Medd. 15 (6) (1937).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "case_runner.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

/// Ha = 20: the force holds the middle of the channel at nearly 1.
const std::string hartmann = R"toml(
[parameters]
Ha = 20
[mesh]
order = 10
x = { range = [0, 1], elements = 2, periodic = true }
y = { ticks = [-1, -0.85, -0.5, 0, 0.5, 0.85, 1] }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.05
[magnetic]
field = [0, 1, 0]
interaction = "0.05*Ha^2"
[forcing]
body = ["0.05*Ha*tanh(Ha)", 0, 0]
[boundary]
y = "wall"
[initial]
velocity = ["1 - y^8", 0, 0]
[time]
dt = 0.025
end = 16
[exact]
velocity = ["1 - cosh(Ha*y)/cosh(Ha)", 0, 0]
)toml";

TEST(Hartmann, FlowOfAnOpenCircuitIsThatOfTheLayers) {
  const auto simulation = run_on_all(hartmann);
  EXPECT_LT(max_error(*simulation, "u"), 1e-8);
  EXPECT_LT(max_error(*simulation, "w"), 1e-8);
}

/// E = 0: the same layers, and the whole fluid is braked.
TEST(Hartmann, FlowOfAShortCircuitIsBrakedMore) {
  const auto simulation = run_on_all(
      hartmann, {"magnetic.electric_field=[0, 0, 0]", "forcing.body=[\"0.05*Ha^2\", 0, 0]"});
  EXPECT_LT(max_error(*simulation, "u"), 1e-8);
}

/// On elements of a map, where the potential is solved for by iterations.
TEST(Hartmann, FlowOnAMovedBox) {
  const auto simulation = run_on_all(
      hartmann, {"mesh.order=9", "mesh.map=[\"x + 0.05*sin(pi*y)\", \"y\", \"z\"]", "time.end=12"});
  EXPECT_LT(max_error(*simulation, "u"), 1e-5);
}

}  // namespace
}  // namespace lobatto::validation
