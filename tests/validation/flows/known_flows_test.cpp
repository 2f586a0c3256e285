// Flows whose solution is known: how the error falls with the order and with the step.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

// Kovasznay's flow: a steady solution held against its own boundary values.

TEST(Kovasznay, ErrorFallsExponentiallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  // Largest errors that other codes reach at orders 4, 6, 8 and 10.
  const std::array<std::pair<int, double>, 4> targets{
      {{4, 9.6e-2}, {6, 1.8e-3}, {8, 1.9e-5}, {10, 1.4e-7}}};
  // From then on the error does not change in its third digit.
  const std::string held = "time.end=2";
  for (const auto& [order, target] : targets) {
    const auto simulation =
        run(load_case("kovasznay.toml", {fmt::format("mesh.order={}", order), held}), self);
    const double error = max_error(*simulation, "u");
    fmt::print("order {:2}: max error of u {:.3e} (target {:.1e})\n", order, error, target);
    EXPECT_LT(error, target);
  }
}

// Walsh's translating eddies: spectral convergence in space and the order in time.

double velocity_error(const std::vector<std::string>& overrides) {
  const auto self = comm::Communicator::self();
  return max_error(*run(load_case("walsh.toml", overrides), self), "u");
}

TEST(Walsh, ErrorFallsExponentiallyWithTheOrder) {
  double previous = 1.0;
  for (int order = 5; order <= 13; order += 2) {
    const double error =
        velocity_error({fmt::format("mesh.order={}", order), "time.dt=5e-4", "time.end=0.05"});
    fmt::print("order {:2}: max error of u {:.3e}\n", order, error);
    if (previous > 1e-9) {
      EXPECT_LT(error, previous / 8.0) << "order " << order;
    }
    previous = error;
  }
  EXPECT_LT(previous, 1e-9);
}

class WalshTemporalOrder : public ::testing::TestWithParam<int> {};

TEST_P(WalshTemporalOrder, VelocityConvergesAtTheOrderOfTheScheme) {
  const int order = GetParam();
  std::vector<double> errors;
  for (double dt : {0.02, 0.01, 0.005})
    errors.push_back(velocity_error({"mesh.order=11", fmt::format("time.order={}", order),
                                     fmt::format("time.dt={}", dt), "time.end=0.4"}));
  for (std::size_t i = 0; i + 1 < errors.size(); ++i)
    fmt::print("BDF{}: {:.3e} -> {:.3e}, slope {:.3f}\n", order, errors[i], errors[i + 1],
               slope(errors[i], errors[i + 1]));
  EXPECT_NEAR(slope(errors[1], errors[2]), order, 0.15);
}

INSTANTIATE_TEST_SUITE_P(Orders, WalshTemporalOrder, ::testing::Values(1, 2, 3));

TEST(Walsh, CharacteristicsKeepTheOrderAtLargeCflNumbers) {
  for (const int order : {2, 3}) {
    std::vector<double> errors;
    for (const double dt : {0.08, 0.04})
      errors.push_back(velocity_error({"mesh.order=11", "time.splitting=characteristics",
                                       fmt::format("time.order={}", order),
                                       fmt::format("time.dt={}", dt), "time.end=0.8"}));
    fmt::print("characteristics of order {}: {:.3e} -> {:.3e}\n", order, errors[0], errors[1]);
    EXPECT_NEAR(slope(errors[0], errors[1]), order, 0.25);
  }
}

// Ethier & Steinman's solution with given velocity on all faces: the pressure boundary condition
// keeps the order.

struct Errors {
  double velocity;
  double pressure;
};

Errors errors_with(const std::vector<std::string>& overrides) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(load_case("ethier-steinman.toml", overrides), self);
  return {max_error(*simulation, "u"), max_error(*simulation, "p")};
}

TEST(EthierSteinman, AsAccurateAsPeersOnEightNodes) {
  const auto errors = errors_with({});
  fmt::print("8 nodes, 2^3 elements: max error of u {:.3e}, of p {:.3e}\n", errors.velocity,
             errors.pressure);
  EXPECT_LT(errors.velocity, 3e-6);
  EXPECT_LT(errors.pressure, 8e-5);
}

TEST(EthierSteinman, RotationalBoundaryTermKeepsTheTemporalOrder) {
  std::vector<Errors> errors;
  for (double dt : {0.02, 0.01, 0.005})
    errors.push_back(errors_with({"mesh.order=13", fmt::format("time.dt={}", dt), "time.end=0.2"}));
  for (std::size_t i = 0; i + 1 < errors.size(); ++i)
    fmt::print("u {:.3e} -> {:.3e} (slope {:.2f}), p {:.3e} -> {:.3e} (slope {:.2f})\n",
               errors[i].velocity, errors[i + 1].velocity,
               slope(errors[i].velocity, errors[i + 1].velocity), errors[i].pressure,
               errors[i + 1].pressure, slope(errors[i].pressure, errors[i + 1].pressure));
  EXPECT_GT(slope(errors[1].velocity, errors[2].velocity), 2.85);
  EXPECT_GT(slope(errors[1].pressure, errors[2].pressure), 1.9);
}

TEST(EthierSteinman, CharacteristicsKeepTheOrder) {
  for (const int order : {2, 3}) {
    std::vector<Errors> errors;
    for (const double dt : {0.025, 0.0125})
      errors.push_back(
          errors_with({"mesh.order=9", "time.splitting=characteristics", "time.end=0.2",
                       fmt::format("time.order={}", order), fmt::format("time.dt={}", dt)}));
    fmt::print("characteristics of order {}: u {:.3e} -> {:.3e}, p {:.3e} -> {:.3e}\n", order,
               errors[0].velocity, errors[1].velocity, errors[0].pressure, errors[1].pressure);
    EXPECT_GT(slope(errors[0].velocity, errors[1].velocity), order - 0.2);
    EXPECT_GT(slope(errors[0].pressure, errors[1].pressure), 1.9);
  }
}

// Taylor-Green at Re 1600 to t = 1: kinetic energy and enstrophy of the limit dt -> 0 on this mesh.

TEST(TaylorGreen, EnergyAndEnstrophyAtTimeOne) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(load_case("tgv.toml"), self);
  EXPECT_NEAR(simulation->initial_state().kinetic_energy, 0.125, 1e-12);
  EXPECT_NEAR(simulation->initial_state().enstrophy, 0.375, 1e-5);
  const auto state = simulation->equations().look();
  EXPECT_NEAR(simulation->state().time(), 1.0, 1e-12);
  EXPECT_NEAR(state.kinetic_energy, 0.124515267, 2e-9);
  EXPECT_NEAR(state.enstrophy, 0.41505496, 2e-8);
}

}  // namespace
}  // namespace lobatto::validation
