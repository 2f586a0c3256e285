#pragma once

#include <string>

namespace lobatto::validation {

/// A graded duct with uneven numbers of elements, a disturbed flow and one scalar: small, and
/// everything takes part.
inline constexpr const char* short_duct = R"toml(
[case]
name = "short-duct"
[mesh]
order = 5
x = { range = [-0.5, 0.5], elements = 3, grading = { sine = 0.4 } }
y = { range = [-0.5, 0.5], elements = 3, grading = { geometric = 1.2 } }
z = { range = [0, 2], elements = 5, periodic = true }
[fluid]
reynolds = 300
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1.0
[initial]
velocity = ["0.2*cos(pi*x)^2*sin(2*pi*y)*sin(pi*z)", "0.1*sin(2*pi*x)*cos(pi*y)^2*cos(pi*z)",
            "2*(1 - 4*x^2)*(1 - 4*y^2)"]
[[scalar]]
name = "temperature"
prandtl = 0.7
source = "w"
initial = "sin(pi*z)*cos(pi*x)*cos(pi*y)"
boundary = { x = { value = "0" }, y = { flux = "0.01*cos(pi*z)" } }
[time]
dt = 4e-3
steps = 20
)toml";

/// The same of a fluid whose viscosity follows from the shear rate and the temperature.
inline std::string varying_duct() {
  std::string text = short_duct;
  const std::string given = "reynolds = 300";
  return text.replace(text.find(given), given.size(),
                      "viscosity = \"(1 + 0.1*temperature)/300/(1 + 0.01*shear_rate^2)^0.1\"");
}

}  // namespace lobatto::validation
