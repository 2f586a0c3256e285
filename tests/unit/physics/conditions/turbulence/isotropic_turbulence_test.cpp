#include "physics/conditions/turbulence/isotropic_turbulence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;

using std::numbers::pi;
const Block long_box{{1, 0, -1}, {1 + 4 * pi, 2 * pi, 2 * pi - 1}, {4, 3, 2}, {true, true, true}};

IsotropicTurbulence::Settings settings_of(std::vector<double> energies, std::int64_t seed = 1) {
  return {{4 * pi, 2 * pi, 2 * pi}, std::move(energies), seed};
}

/// Of all waves: energy by shell, and the largest |k . a| over |k| |a|.
struct Sums {
  std::vector<double> energies;
  double divergence = 0;
};
Sums sums_of(const IsotropicTurbulence& turbulence, std::size_t n_shells) {
  Sums sums{std::vector<double>(n_shells)};
  const auto [w_x, w_y, w_z] = turbulence.largest();
  for (int z = 0; z <= w_z; ++z) {
    const auto a = turbulence.plane(z);
    std::size_t i = 0;
    for (int y = -w_y; y <= w_y; ++y)
      for (int x = -w_x; x <= w_x; ++x, ++i) {
        const double energy = std::norm(a[0][i]) + std::norm(a[1][i]) + std::norm(a[2][i]);
        if (energy == 0) continue;
        const double k = std::sqrt(0.25 * x * x + y * y + z * z);
        sums.energies.at(static_cast<std::size_t>(std::floor(k - 0.5))) += energy;
        const auto along = 0.5 * x * a[0][i] + double(y) * a[1][i] + double(z) * a[2][i];
        sums.divergence = std::max(sums.divergence, std::abs(along) / (k * std::sqrt(energy)));
      }
  }
  return sums;
}

TEST(IsotropicTurbulence, GivesEachShellItsEnergyWithoutDivergence) {
  const std::vector<double> energies{1.5, 0.25, 0, 3, 0.125};
  const auto sums = sums_of(IsotropicTurbulence(settings_of(energies)), energies.size());
  for (std::size_t s = 0; s < energies.size(); ++s)
    EXPECT_NEAR(sums.energies[s], energies[s], 1e-13 * (1 + energies[s]));
  EXPECT_LT(sums.divergence, 1e-14);
}

double energy_of(const space::FunctionSpace& space, const space::VectorField& u) {
  double energy = 0;
  for (const auto& component : u) energy += 0.5 * std::pow(space.rms(component), 2);
  return energy;
}

/// The sum by its definition at a few nodes.
TEST(IsotropicTurbulence, IsTheSumOfItsWavesAtTheNodes) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(long_box.mesh(5, world), world);
  const IsotropicTurbulence turbulence(settings_of({1, 2, 0.5}));
  const auto u = turbulence.velocity(space);
  const auto [w_x, w_y, w_z] = turbulence.largest();
  std::array<std::vector<double>, 3> places;
  for (int e = 0; e < space.n_elements(); e += 5) {
    space.element_points(e, places);
    for (const std::size_t q : {std::size_t{0}, std::size_t{77}, space.element_size() - 1}) {
      std::array<double, 3> sum{};
      for (int z = 0; z <= w_z; ++z) {
        const auto a = turbulence.plane(z);
        std::size_t i = 0;
        for (int y = -w_y; y <= w_y; ++y)
          for (int x = -w_x; x <= w_x; ++x, ++i) {
            const double angle = 0.5 * x * places[0][q] + y * places[1][q] + z * places[2][q];
            for (int d = 0; d < 3; ++d) sum[d] += 2 * (a[d][i] * std::polar(1.0, angle)).real();
          }
      }
      for (int d = 0; d < 3; ++d) EXPECT_NEAR(u[d][e * space.element_size() + q], sum[d], 1e-12);
    }
  }
}

/// Waves that the quadrature of the elements resolves.
TEST(IsotropicTurbulence, HasItsEnergyAndNoMean) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(long_box.mesh(12, world), world);
  const auto u = IsotropicTurbulence(settings_of({1, 2, 0.5})).velocity(space);
  EXPECT_NEAR(energy_of(space, u), 3.5, 1e-8);
  for (const auto& component : u) EXPECT_NEAR(space.mean(component), 0, 1e-9);
}

double difference(const IsotropicTurbulence& a, const IsotropicTurbulence& b) {
  const auto of_a = a.plane(1), of_b = b.plane(1);
  const auto [w_x, w_y, w_z] = a.largest();
  const auto v = b.largest();
  double largest = 0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      largest = std::max(largest, std::abs(of_a[0][(y + w_y) * (2 * w_x + 1) + x + w_x] -
                                           of_b[0][(y + v[1]) * (2 * v[0] + 1) + x + v[0]]));
  return largest;
}

TEST(IsotropicTurbulence, HasTheSameLargeWavesWithMoreOfThem) {
  const IsotropicTurbulence few(settings_of({1, 2})), many(settings_of({1, 2, 0.5, 0.1}));
  EXPECT_LT(difference(few, many), 1e-15);
  EXPECT_GT(difference(few, IsotropicTurbulence(settings_of({1, 2}, 2))), 0.01);
}

/// In the mean over seeds no component has more energy than another.
TEST(IsotropicTurbulence, FavoursNoDirection) {
  std::array<double, 3> of_all{};
  constexpr int n_seeds = 40;
  for (int seed = 0; seed < n_seeds; ++seed) {
    const IsotropicTurbulence turbulence({{1, 1, 1}, {0, 1, 1}, seed});
    for (int z = 0; z <= turbulence.largest()[2]; ++z) {
      const auto a = turbulence.plane(z);
      for (int d = 0; d < 3; ++d)
        for (const auto& value : a[d]) of_all[d] += std::norm(value) / n_seeds;
    }
  }
  EXPECT_NEAR(of_all[0] + of_all[1] + of_all[2], 2, 1e-12);
  for (const double energy : of_all) EXPECT_NEAR(energy, 2.0 / 3, 0.04);
}

TEST(ShellEnergies, AreTheIntegralsOfASpectrum) {
  const auto energies =
      shell_energies([](double k) { return std::pow(k, 4) * std::exp(-k * k); }, 0.25, 40);
  double total = 0;
  for (const double energy : energies) total += energy;
  EXPECT_NEAR(total, 3 * std::sqrt(pi) / 8, 1e-5);  // but for the part below 1/8
  const auto cubic = shell_energies([](double k) { return k * k * k; }, 2, 3);
  EXPECT_NEAR(cubic[1], (625 - 81) / 4.0, 1e-12);
}

}  // namespace
}  // namespace lobatto::physics
