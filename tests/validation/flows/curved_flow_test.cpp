// Flows with a known solution on curved elements: the box of a case moved by a map.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "case_runner.hpp"
#include "wavy_channel.hpp"

namespace lobatto::validation {
namespace {

/// Strongly curved: the Jacobian determinant varies by a factor of three.
const std::string wavy =
    "mesh.map=[\"x + 0.1*sin(2*y)*cos(z)\", \"y + 0.1*sin(2*z)*cos(x)\", \"z + "
    "0.1*cos(2*x)*sin(y)\"]";

double ethier_steinman_error(int order, const std::string& dt, const std::string& end) {
  const auto self = comm::Communicator::self();
  const auto simulation =
      run(load_case("ethier-steinman.toml",
                    {wavy, fmt::format("mesh.order={}", order), "time.dt=" + dt, "time.end=" + end,
                     "solver.tolerance=1e-13", "solver.pressure_tolerance=1e-12"}),
          self);
  return max_error(*simulation, "u");
}

// Measured: 2.1e-3, 1.2e-4, 1.5e-6 and 3e-8 at orders 3, 5, 7, 9.
TEST(CurvedEthierSteinman, ConvergesExponentiallyInTheOrder) {
  double last = 1;
  for (const int order : {3, 5, 7, 9}) {
    const double error = ethier_steinman_error(order, "2.5e-4", "0.005");
    fmt::print("order {}: {:.2e}\n", order, error);
    EXPECT_LT(error, last / 8);
    last = error;
  }
  EXPECT_LT(last, 2e-7);
}

TEST(CurvedEthierSteinman, HasThirdOrderInTime) {
  const double coarse = ethier_steinman_error(11, "4e-3", "0.032");
  const double fine = ethier_steinman_error(11, "2e-3", "0.032");
  fmt::print("errors {:.2e} and {:.2e}\n", coarse, fine);
  EXPECT_GT(slope(coarse, fine), 2.6);
}

TEST(CurvedKovasznay, LeavesThroughAnOutlet) {
  const auto self = comm::Communicator::self();
  double last = 1;
  for (const int order : {5, 7}) {
    const auto simulation = run(
        load_case(
            "kovasznay.toml",
            {"mesh.map=[\"x + 0.05*sin(2*pi*y)*sin(pi*x)\", \"y + 0.1*sin(pi*x)\", \"z\"]",
             fmt::format("mesh.order={}", order), "solver.pressure_tolerance=1e-10", "time.end=2"}),
        self);
    const double error = max_error(*simulation, "u");
    fmt::print("order {}: {:.2e}\n", order, error);
    EXPECT_LT(error, last / 8);
    last = error;
  }
}

/// Energy and enstrophy of the flow to t = 0.1 on a wavy mesh are those on the box.
TEST(CurvedTaylorGreen, KeepsTheEnergyOfTheBox) {
  const auto self = comm::Communicator::self();
  const std::vector<std::string> small{"mesh.x.elements=4", "mesh.y.elements=4",
                                       "mesh.z.elements=4", "time.steps=20",
                                       "mesh.order=9",      "time.end=0.1"};
  auto moved = small;
  moved.emplace_back(
      "mesh.map=[\"x + 0.2*sin(y)*sin(z)\", \"y + 0.2*sin(z)*sin(x)\", \"z + 0.2*sin(x)*sin(y)\"]");
  moved.emplace_back("solver.pressure_tolerance=1e-9");
  const auto box = run(load_case("tgv.toml", small), self);
  const auto curved = run(load_case("tgv.toml", moved), self);
  const auto expected = box->equations().look(), found = curved->equations().look();
  EXPECT_NEAR(found.kinetic_energy, expected.kinetic_energy, 1e-8);
  EXPECT_NEAR(found.enstrophy, expected.enstrophy, 1e-6);
  EXPECT_LT(found.divergence, 1e-4);
}

TEST(WavyChannel, HoldsTheFlowRateWithADivergenceFreeResponse) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(wavy_channel, {"time.steps=40", "mesh.order=7"}), self);
  double largest = 0;
  for (int step = 0; step < 40; ++step) {
    const auto report = simulation.advance();
    EXPECT_NEAR(*report.bulk_velocity, 1.0, 1e-12);
    if (step > 5) largest = std::max(largest, report.state.divergence);
  }
  EXPECT_LT(largest, 0.05);
}

}  // namespace
}  // namespace lobatto::validation
