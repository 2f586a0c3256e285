// Sources of scalars that follow from gradients of the solution.
#include <gtest/gtest.h>

#include <string>

#include "case_runner.hpp"
#include "restarted_run.hpp"

namespace lobatto::validation {
namespace {

/// Heat that friction makes between walls, steady: 0 = a T'' + nu (du/dy)^2.
std::string heated_by_friction(const std::string& source) {
  return R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[parameters]
nu = 0.3
[fluid]
viscosity = 0.3
[[scalar]]
name = "heat"
diffusivity = 1
source = ")toml" +
         source + R"toml("
boundary.y = { value = 0 }
[time]
dt = 0.05
end = 12
)toml";
}

const std::string couette = R"toml(
[boundary]
y_min.velocity = [-1, 0, 0]
y_max.velocity = [1, 0, 0]
[initial]
velocity = ["y", "0", "0"]
[exact]
velocity = ["y", "0", "0"]
)toml";

const std::string poiseuille = R"toml(
[boundary]
y = "wall"
[forcing]
body = [0.6, 0, 0]
[initial]
velocity = ["1 - y^2", "0", "0"]
[exact]
velocity = ["1 - y^2", "0", "0"]
)toml";

std::string with_exact(const std::string& text, const std::string& temperature) {
  const std::string name = "name = \"heat\"\n";
  return std::string(text).replace(text.find(name), name.size(),
                                   name + "exact = \"" + temperature + "\"\n");
}

TEST(GradientSources, FrictionHeatsCouettesFlow) {
  for (const char* source : {"nu*shear_rate^2", "nu*(dudy + dvdx)^2"}) {
    const auto simulation =
        run_on_all(with_exact(heated_by_friction(source), "nu/2*(1 - y^2)") + couette);
    EXPECT_LT(max_error(*simulation, "heat"), 1e-8) << source;
  }
}

TEST(GradientSources, FrictionHeatsPoiseuillesFlow) {
  const auto simulation =
      run_on_all(with_exact(heated_by_friction("nu*shear_rate^2"), "nu/3*(1 - y^4)") + poiseuille);
  EXPECT_LT(max_error(*simulation, "heat"), 1e-8);
}

/// 0 = T'' + T' + 1 between walls at 0.
TEST(GradientSources, AreThoseOfTheScalarToo) {
  const auto simulation =
      run_on_all(with_exact(heated_by_friction("dheatdy + 1"),
                            "-y + (exp(1) + exp(-1) - 2*exp(-y))/(exp(1) - exp(-1))") +
                     couette,
                 {"mesh.order=11"});
  EXPECT_LT(max_error(*simulation, "heat"), 1e-8);
}

TEST(GradientSources, GoOnBitForBit) {
  const auto the_case =
      case_from_text(heated_by_friction("nu*shear_rate^2 + dheatdy*dwdx") + poiseuille,
                     {"time.end=0.4",
                      "initial.velocity=[\"1 - y^2\", \"0.1*cos(2*pi*z)*(1 - y^2)^2\", "
                      "\"0.2*sin(2*pi*x)*(1 - y^2)\"]"});
  EXPECT_EQ(restart_difference(the_case, 4, "heat"), 0);
}

}  // namespace
}  // namespace lobatto::validation
