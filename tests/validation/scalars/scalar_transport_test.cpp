// Scalars: their boundary conditions, sources and order in time.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// A wave T = exp(-a k^2 t) sin(k (x - t)) carried by a uniform stream, with a second, independent
/// scalar that grows by its own source S = T2, and no influence of one on the other.
constexpr const char* carried_wave = R"toml(
[mesh]
order = 10
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = "exact"
[[scalar]]
name = "wave"
diffusivity = 0.05
initial = "exact"
exact = "exp(-0.05*t)*sin(x - t)"
[[scalar]]
name = "growth"
diffusivity = 0.2
source = "growth"
initial = "exact"
exact = "exp(0.8*t)*cos(x - t)"
[time]
dt = 0.02
end = 0.4
[exact]
velocity = ["1", "0", "0"]
)toml";

TEST(ScalarTransport, ThirdOrderInTimeWithSources) {
  const auto self = comm::Communicator::self();
  const auto coarse = run(case_from_text(carried_wave, {"time.dt=0.02"}), self);
  const auto fine = run(case_from_text(carried_wave, {"time.dt=0.01"}), self);
  for (const char* name : {"wave", "growth"}) {
    const double measured = slope(max_error(*coarse, name), max_error(*fine, name));
    fmt::print("{}: {:.3e} -> {:.3e}, slope {:.2f}\n", name, max_error(*coarse, name),
               max_error(*fine, name), measured);
    EXPECT_NEAR(measured, 3.0, 0.15);
  }
}

/// Conduction between a face at given temperature and one with given flux: T = 1 + x q / a,
/// exactly.
TEST(ScalarTransport, ConductionBetweenValueAndFlux) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 4
x = { range = [0, 2], elements = 3, grading = { geometric = 1.3 } }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
x = "wall"
y = "symmetry"
[[scalar]]
name = "temperature"
diffusivity = 0.5
exact = "1 + 0.3*x/0.5"
boundary = { x_min = { value = "1" }, x_max = { flux = "0.3" }, y = "insulated" }
[time]
dt = 0.5
end = 400
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "temperature"), 1e-10);
}

/// Values on the wall that change with time: T = exp(-a pi^2 t) cos(pi x) with its own trace as the
/// condition.
TEST(ScalarTransport, TimeDependentValues) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 9
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
x = "wall"
[initial]
velocity = "exact"
[[scalar]]
name = "temperature"
diffusivity = 0.1
initial = "exact"
exact = "exp(-0.1*pi^2*t)*cos(pi*x)"
boundary = { x = { value = "exact" } }
[time]
dt = 0.01
end = 0.5
[exact]
velocity = ["0", "0", "0"]
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "temperature"), 1e-6);
}

}  // namespace
}  // namespace lobatto::validation
