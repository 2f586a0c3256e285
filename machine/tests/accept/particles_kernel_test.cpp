#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "accept/particles/loading.hpp"
#include "accept/particles/plasma.hpp"
#include "accept/particles/waves_of_plasma.hpp"

namespace lobatto::accept {
namespace {

/// weight(distance) of a cloud in one direction of a periodic box, by its definition.
double weight_of(double distance) { return std::max(0.0, 1 - std::abs(distance)); }

/// visit(node, weight) for all nodes of the box, of which eight have one.
template <class Visit>
void for_all_nodes(const Particle& particle, const NodeBox& nodes, const Visit& visit) {
  std::size_t at = 0;
  for (int k = 0; k < nodes.count[2]; ++k)
    for (int j = 0; j <= nodes.count[1]; ++j)
      for (int i = 0; i <= nodes.count[0]; ++i) {
        const double z = particle.x[2] - nodes.first[2] - k;
        const double around = k == 0 ? weight_of(z - nodes.count[2]) : 0.0;
        visit(at++, weight_of(particle.x[0] - nodes.first[0] - i) *
                        weight_of(particle.x[1] - nodes.first[1] - j) * (weight_of(z) + around));
      }
}

/// deposit and push by their definitions.
void deposit_reference(std::span<const Particle> particles, const NodeBox& nodes, double* density) {
  for (const Particle& particle : particles)
    for_all_nodes(particle, nodes,
                  [&](std::size_t node, double weight) { density[node] += weight; });
}

double push_reference(std::span<Particle> particles, const NodeBox& nodes, const FieldAtNode* field,
                      double dt, const std::array<double, 3>& spacing) {
  double energy = 0;
  for (Particle& particle : particles) {
    FieldAtNode sum{};
    for_all_nodes(particle, nodes, [&](std::size_t node, double weight) {
      for (std::size_t c = 0; c < 3; ++c) sum[c] += weight * field[node][c];
    });
    for (std::size_t c = 0; c < 3; ++c) {
      const double before = particle.v[c];
      particle.v[c] += dt * sum[c];
      particle.x[c] += dt / spacing[c] * particle.v[c];
      energy += before * particle.v[c];
    }
  }
  return energy;
}

std::vector<Particle> some_particles(const NodeBox& nodes, int n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Particle> particles(static_cast<std::size_t>(n));
  for (Particle& particle : particles)
    for (std::size_t d = 0; d < 3; ++d) {
      particle.x[d] = nodes.first[d] + nodes.count[d] * uniform(random);
      particle.v[d] = uniform(random) - 0.5;
    }
  return particles;
}

constexpr NodeBox some_nodes{{2, 5, 0}, {3, 4, 5}};

TEST(CloudInCell, FastAndPlainDepositAgree) {
  const auto particles = some_particles(some_nodes, 500);
  std::vector<double> fast(some_nodes.n_nodes()), plain(fast);
  deposit(particles, some_nodes, fast.data());
  deposit_reference(particles, some_nodes, plain.data());
  for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_NEAR(fast[i], plain[i], 1e-13);
}

TEST(CloudInCell, FastAndPlainPushAgree) {
  auto fast = some_particles(some_nodes, 500), plain = fast;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<FieldAtNode> field(some_nodes.n_nodes());
  for (auto& values : field)
    for (double& value : values) value = uniform(random);
  const std::array<double, 3> spacing{0.5, 1.0, 2.0};
  const double energy = push(fast, some_nodes, field.data(), 0.1, spacing);
  EXPECT_NEAR(energy, push_reference(plain, some_nodes, field.data(), 0.1, spacing), 1e-12);
  for (std::size_t i = 0; i < fast.size(); ++i)
    for (std::size_t d = 0; d < 3; ++d) {
      EXPECT_NEAR(fast[i].v[d], plain[i].v[d], 1e-14);
      EXPECT_NEAR(fast[i].x[d], plain[i].x[d], 1e-14);
    }
}

TEST(CloudInCell, AUniformFieldIsFeltEverywhere) {
  auto particles = some_particles(some_nodes, 50);
  const auto before = particles;
  const std::vector<FieldAtNode> field(some_nodes.n_nodes(), {1.0, -2.0, 3.0, 0.0});
  push(particles, some_nodes, field.data(), 0.5, {1, 1, 1});
  for (std::size_t i = 0; i < particles.size(); ++i) {
    EXPECT_NEAR(particles[i].v[1], before[i].v[1] - 1.0, 1e-15);
    EXPECT_NEAR(particles[i].x[2], before[i].x[2] + 0.5 * (before[i].v[2] + 1.5), 1e-14);
  }
}

/// The box of a test, and the nodes of this rank.
struct SharedBox {
  comm::Communicator world = comm::Communicator::world();
  RankBox box{{{8, 6, 10}, true, {}}, {1, 1, 1}, 2, world.rank(), world.size()};
  NodeBox nodes{{box.first(0), box.first(1), 0}, {box.count(0), box.count(1), 10}};

  template <class Visit>
  void for_nodes(const Visit& visit) const {
    for (int k = 0; k < 10; ++k)
      for (int j = 0; j <= nodes.count[1]; ++j)
        for (int i = 0; i <= nodes.count[0]; ++i)
          visit(static_cast<std::size_t>(k) * nodes.plane() +
                    static_cast<std::size_t>(j) * nodes.row() + static_cast<std::size_t>(i),
                i, j, k);
  }
};

TEST(NodeGhosts, GhostsAreTheNodesTheyStandFor) {
  SharedBox shared;
  NodeGhosts ghosts(shared.box, shared.nodes, 2, shared.world);
  std::vector<double> values(2 * shared.nodes.n_nodes(), -1.0);
  const auto name = [&](int i, int j, int k) {
    return (shared.nodes.first[0] + i) % 8 + 100 * ((shared.nodes.first[1] + j) % 6) + 10000 * k;
  };
  shared.for_nodes([&](std::size_t at, int i, int j, int k) {
    if (i == shared.nodes.count[0] || j == shared.nodes.count[1]) return;
    values[2 * at] = name(i, j, k);
    values[2 * at + 1] = -2 * name(i, j, k);
  });
  ghosts.fill(values.data());
  shared.for_nodes([&](std::size_t at, int i, int j, int k) {
    EXPECT_EQ(values[2 * at], name(i, j, k));
    EXPECT_EQ(values[2 * at + 1], -2 * name(i, j, k));
  });
}

TEST(NodeGhosts, WhatIsAddedIsCountedOnce) {
  SharedBox shared;
  NodeGhosts ghosts(shared.box, shared.nodes, 1, shared.world);
  std::vector<double> values(shared.nodes.n_nodes(), 1.0);
  ghosts.add(values.data());
  double sum = 0;
  shared.for_nodes([&](std::size_t at, int i, int j, int) {
    if (i < shared.nodes.count[0] && j < shared.nodes.count[1]) sum += values[at];
  });
  EXPECT_EQ(shared.world.sum(sum), shared.world.sum(static_cast<double>(shared.nodes.n_nodes())));
}

TEST(ElectricField, OfAWave) {
  SharedBox shared;
  const std::array<double, 3> spacing{0.5, 1.0, 0.25};
  ElectricField solver(shared.box, spacing, shared.world);
  std::vector<double> density(shared.nodes.n_nodes());
  std::vector<FieldAtNode> field(shared.nodes.n_nodes());
  const std::array<double, 3> k{2 * std::numbers::pi / 4, 4 * std::numbers::pi / 6,
                                -2 * std::numbers::pi / 2.5};
  const auto phase = [&](int i, int j, int l) {
    return k[0] * spacing[0] * (shared.nodes.first[0] + i) +
           k[1] * spacing[1] * (shared.nodes.first[1] + j) + k[2] * spacing[2] * l;
  };
  shared.for_nodes([&](std::size_t at, int i, int j, int l) {
    density[at] = 1 + 0.3 * std::cos(phase(i, j, l));
  });
  solver.solve(shared.nodes, density.data(), field.data());
  const double square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
  shared.for_nodes([&](std::size_t at, int i, int j, int l) {
    if (i == shared.nodes.count[0] || j == shared.nodes.count[1]) return;
    EXPECT_NEAR(field[at][3], 0.3 / square * std::cos(phase(i, j, l)), 1e-14);
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_NEAR(field[at][d], 0.3 * k[d] / square * std::sin(phase(i, j, l)), 1e-14);
  });
}

TEST(Plasma, EveryNumberOfRanksComputesTheSame) {
  const auto world = comm::Communicator::world(), alone = comm::Communicator::self();
  PlasmaSetup setup{
      .settings = {{8, 8, 4}, true, {}}, .lengths = {8, 8, 4}, .n_particles = 4000, .dt = 0.2};
  const auto loading = quiet_maxwellian({8, 8, 4}, setup.n_particles, 0.1);
  Plasma shared(setup, loading, world), whole(setup, loading, alone);
  for (int step = 0; step < 30; ++step) {
    shared.step();
    whole.step();
  }
  const auto found = shared.moment(), right = whole.moment();
  EXPECT_NEAR(found.charge, 1, 1e-13);
  EXPECT_NEAR(found.wave, right.wave, 1e-11);
  EXPECT_NEAR(found.field_energy, right.field_energy, 1e-11 * right.field_energy);
  EXPECT_NEAR(found.total_energy, right.total_energy, 1e-11 * right.total_energy);
  EXPECT_EQ(world.sum(static_cast<long long>(shared.particles().size())), setup.n_particles);
  for (std::size_t d = 0; d < 3; ++d)
    EXPECT_NEAR(shared.mean_velocity()[d], whole.mean_velocity()[d], 1e-12);
  if (world.size() > 1) {
    EXPECT_GT(world.sum(shared.account().n_moved), 0);
  }
}

TEST(Loading, QuantilesOfTheNormalDistribution) {
  for (const double x : {-5.0, -1.3, -0.2, 0.0, 0.7, 4.0}) {
    const double probability = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    EXPECT_NEAR(normal_quantile(probability), x, 1e-9) << x;
  }
}

TEST(Loading, DigitsInReverse) {
  EXPECT_EQ(radical_inverse(6, 2), 0.375);             // 110 in base 2: 0.011
  EXPECT_NEAR(radical_inverse(5, 3), 7.0 / 9, 1e-15);  // 12 in base 3: 0.21
}

TEST(Loading, AQuietMaxwellianHasTheMomentsOfOne) {
  constexpr int n = 20000;
  const auto loading = quiet_maxwellian({8, 4, 4}, n, 0.0);
  std::array<double, 3> squares{};
  double place_and_speed = 0;
  for (long long i = 0; i < n; ++i) {
    const Particle particle = loading(i);
    for (std::size_t d = 0; d < 3; ++d) squares[d] += particle.v[d] * particle.v[d] / n;
    place_and_speed += particle.v[0] * std::cos(std::numbers::pi / 4 * particle.x[0]) / n;
  }
  for (const double square : squares) EXPECT_NEAR(square, 1, 3e-3);
  EXPECT_NEAR(place_and_speed, 0, 1e-3);
}

TEST(Oscillation, FrequencyAndGrowthOfADampedWave) {
  std::vector<double> samples;
  for (int i = 0; i < 100; ++i)
    samples.push_back(3 * std::exp(-0.2 * 0.1 * i) * std::cos(1.3 * 0.1 * i + 0.4));
  const auto found = fit_oscillation(samples, 12, 0.1);
  EXPECT_NEAR(found.frequency, 1.3, 1e-10);
  EXPECT_NEAR(found.growth, -0.2, 1e-10);
}

TEST(Oscillation, WhatOnlyGrowsIsNone) {
  std::vector<double> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(std::cosh(0.1 * i));
  EXPECT_TRUE(std::isnan(fit_oscillation(samples, 5, 0.1).frequency));
}

}  // namespace
}  // namespace lobatto::accept
