// Transport by a velocity that [flow] gives: no flow is solved for.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// A Gaussian that the shear flow u = y stretches while it spreads. Its covariance C begins with
/// s I and follows dC/dt = A C + C A^T + 2 a I, where A is the velocity gradient.
constexpr const char* sheared_gaussian = R"toml(
[mesh]
order = 9
x = { range = [-4, 4], elements = 5 }
y = { range = [-3, 3], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[parameters]
a = 0.05
s = 0.2
[flow]
velocity = ["y", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = "a"
initial = "exact"
exact = """s/sqrt((s + 2*a*t + s*t^2 + 2/3*a*t^3)*(s + 2*a*t) - (s*t + a*t^2)^2)
  *exp(-0.5*((s + 2*a*t)*x^2 - 2*(s*t + a*t^2)*x*y + (s + 2*a*t + s*t^2 + 2/3*a*t^3)*y^2)
  /((s + 2*a*t + s*t^2 + 2/3*a*t^3)*(s + 2*a*t) - (s*t + a*t^2)^2))"""
boundary = { x = { value = "exact" }, y = { value = "exact" } }
[time]
dt = 0.02
end = 0.6
)toml";

TEST(GivenFlow, ShearedGaussianSpreadsAsItMust) {
  const auto self = comm::Communicator::self();
  std::vector<double> errors;
  for (const char* order : {"mesh.order=5", "mesh.order=7", "mesh.order=9"})
    errors.push_back(
        max_error(*run(case_from_text(sheared_gaussian, {order, "time.dt=0.005"}), self), "dye"));
  fmt::print("orders 5, 7, 9: {:.2e} {:.2e} {:.2e}\n", errors[0], errors[1], errors[2]);
  EXPECT_LT(errors[1], 0.2 * errors[0]);
  EXPECT_LT(errors[2], 0.2 * errors[1]);
}

TEST(GivenFlow, StepsHaveTheOrderThatWasAskedFor) {
  const auto self = comm::Communicator::self();
  for (int order = 1; order <= 3; ++order) {
    const auto error = [&](const char* dt) {
      const auto scheme = fmt::format("time.order={}", order);
      return max_error(*run(case_from_text(sheared_gaussian, {"mesh.order=13", scheme, dt}), self),
                       "dye");
    };
    const double measured = slope(error("time.dt=0.04"), error("time.dt=0.02"));
    fmt::print("order {}: slope {:.2f}\n", order, measured);
    EXPECT_NEAR(measured, order, 0.25);
  }
}

TEST(GivenFlow, HasNoPressureAndSolvesForTheScalarsAlone) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(sheared_gaussian, {"time.end=0.04"}), self);
  EXPECT_EQ(simulation->state().find("pressure"), nullptr);
  EXPECT_EQ(simulation->equations().describe_solvers(), "velocity given, dye tensor-direct");
}

TEST(GivenFlow, FrozenIsWhatTheRunBeginsWith) {
  const auto self = comm::Communicator::self();
  const std::string text = sheared_gaussian;
  const auto given = run(case_from_text(text), self);
  const auto frozen = run(case_from_text(text + "[initial]\nvelocity = [\"y\", \"0\", \"0\"]\n",
                                         {"flow.velocity=frozen"}),
                          self);
  EXPECT_EQ(max_error(*given, "dye"), max_error(*frozen, "dye"));
}

}  // namespace
}  // namespace lobatto::validation
