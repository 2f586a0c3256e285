#pragma once

#include <string>

namespace lobatto::validation {

/// A bend that changes along the flow, so that the force that holds the flow rate drives a
/// pressure.
inline const std::string wavy_channel = R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [-0.5, 0.5], elements = 2 }
z = { range = [0, 4], elements = 3, periodic = true }
map = ["x", "y*(1 + 0.2*cos(pi*z/2))", "z"]
[fluid]
viscosity = 0.05
[boundary]
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "z"
[initial]
velocity = ["0.1*sin(2*pi*x)", "0", "1.5*(1 - 4*y^2)"]
[[scalar]]
name = "temperature"
diffusivity = 0.05
initial = "y"
boundary.y = { flux = "0.1*z" }
[time]
dt = 0.01
steps = 4
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-11
)toml";

}  // namespace lobatto::validation
