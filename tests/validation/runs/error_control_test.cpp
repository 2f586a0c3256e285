// Steps by their error: what a run makes of an exact solution follows the tolerance that it is
// given.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

struct Run {
  double error = 0;  ///< of the velocity at the end, root mean square over that of the velocity
  long long n_steps = 0;
};

Run run_with(const std::string& file, double tolerance, std::vector<std::string> overrides) {
  overrides.push_back(fmt::format("time.tolerance={}", tolerance));
  const auto simulation = run(load_case(file, overrides), comm::Communicator::self());
  double square = 0;
  for (const auto& error : simulation->errors())
    if (error.field != "p") square += error.l2 * error.l2;
  const double energy = simulation->equations().look().kinetic_energy;
  const Run result{std::sqrt(square / (2 * energy)), simulation->state().n_steps()};
  fmt::print("{} tolerance {:.0e}: error {:.2e} in {} steps\n", file, tolerance, result.error,
             result.n_steps);
  return result;
}

/// The error of a run of third order goes with dt^3, as the tolerance does.
void expect_error_in_proportion(const std::string& file, const std::vector<double>& tolerances,
                                const std::vector<std::string>& overrides) {
  for (const double tolerance : tolerances) {
    const double error = run_with(file, tolerance, overrides).error;
    EXPECT_LT(error, 4 * tolerance);
    EXPECT_GT(error, 0.3 * tolerance);
  }
}

TEST(ErrorControl, KeepsTheErrorOfCarriedEddiesInProportionToTheTolerance) {
  expect_error_in_proportion("walsh.toml", {3e-7, 3e-8, 3e-9},
                             {"mesh.order=11", "time.cfl=0.6", "time.end=1"});
}

TEST(ErrorControl, KeepsTheErrorOfADecayInProportionToTheTolerance) {
  expect_error_in_proportion("ethier-steinman.toml", {1e-4, 1e-5, 1e-6, 1e-7},
                             {"mesh.order=11", "time.cfl=0.6", "time.end=1"});
}

}  // namespace
}  // namespace lobatto::validation
