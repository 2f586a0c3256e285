// A wave that is carried into a sponge.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "case_runner.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

/// A shear wave v = g(x - t) in a stream of speed 1, drawn to the stream from x = 2 on. There it is
/// v = g(x - t) exp(-int strength dx); the viscosity is too small to matter. The outlet gives v = 0
/// by decree.
const std::string damped_wave = R"toml(
[mesh]
order = 9
x = { range = [0, 4], elements = 8 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1e-9
[parameters]
strength = 20
[boundary]
x_min = { velocity = "exact" }
x_max = { velocity = ["1", "0", "0"] }
[initial]
velocity = "exact"
[time]
dt = 5e-3
end = 2
[exact]
velocity = ["1", "exp(-((x - t - 1)/0.5)^2)*exp(-strength*max(0, x - 2)^3/12)", "0"]
pressure = "0"
)toml";
const std::string sponge = R"toml(
[[sponge]]
strength = "strength"
shape = "max(0, x - 2)^2/4"
velocity = ["1", "0", "0"]
)toml";

double largest_v(const run::Simulation& simulation) {
  return simulation.space().max_abs(simulation.state()["velocity"].now(1));
}

/// In the root mean square: where the sponge begins the wave has a kink in its third derivative.
double mean_error_of_v(const run::Simulation& simulation) {
  for (const auto& error : simulation.errors())
    if (error.field == "v") return error.l2;
  return -1;
}

TEST(Sponges, DampAWaveAsTheirStrengthSays) {
  const double coarse = mean_error_of_v(*run_on_all(damped_wave + sponge));
  const double fine = mean_error_of_v(*run_on_all(damped_wave + sponge, {"time.dt=2.5e-3"}));
  EXPECT_LT(fine, 1e-6);
  EXPECT_NEAR(slope(coarse, fine), 3, 0.3);
}

// exp(-13.3) = 1.6e-6 of the wave reaches the outlet.
TEST(Sponges, LetNothingComeBackFromTheOutlet) {
  const std::vector<std::string> later{"time.end=6"};
  const double with = largest_v(*run_on_all(damped_wave + sponge, later));
  EXPECT_LT(with, 1e-6);
  EXPECT_GT(largest_v(*run_on_all(damped_wave, later)), 1e3 * with);
}

TEST(SpongesOnRanks, Agree) {
  const std::vector<std::string> few{"time.end=0.3"};
  const auto parallel = run_on_all(damped_wave + sponge, few);
  const auto one = comm::Communicator::self();
  const auto serial = run(case_from_text(damped_wave + sponge, few), one);
  for (const int d : {0, 1})
    EXPECT_LT(relative_difference(parallel->space(), parallel->state()["velocity"].now(d),
                                  serial->state()["velocity"].now(d)),
              1e-11);
}

}  // namespace
}  // namespace lobatto::validation
