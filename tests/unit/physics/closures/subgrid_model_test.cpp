// Eddy viscosities of whole fields, and the energy of the motions that a mesh does not resolve.
#include "physics/closures/subgrid_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "physics/closures/dynamic_model.hpp"
#include "physics/closures/energy_model.hpp"
#include "poly/modal_filter.hpp"
#include "poly/quadrature.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::Point;

const Block periodic_block{{0, 0, 0}, {2, 1, 1}, {2, 2, 2}, {true, true, true}};

SubgridSettings of_model(const std::string& word, std::optional<double> constant = {}) {
  return {word, constant, {}};
}
SubgridSettings dynamic_along(std::array<bool, 3> directions) {
  return {"dynamic", {}, directions};
}

/// nu_t of a model for a velocity on a space.
space::Field eddies_of(const SubgridSettings& settings, const space::FunctionSpace& space,
                       const VectorFunction& velocity) {
  state::State state(space, 3);
  state.declare("velocity", {.is_vector = true}).vector() = test::field_of(space, velocity);
  auto eddies = space.make_field();
  make_subgrid_model(settings, space)->evaluate(state, eddies);
  return eddies;
}

TEST(SubgridModel, OfNoSuchNameIsRefused) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(periodic_block.mesh(3, world), world);
  EXPECT_THROW(make_subgrid_model(of_model("wall"), space), base::Error);
  EXPECT_THROW(make_subgrid_model(of_model("dynamic"), space.with_order(1)), base::Error);
}

TEST(SubgridModel, OfAGradientIsThatOfItsElementsOnAnyGeometry) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  const space::FunctionSpace curved = test::moved(block, 5, test::stirred, world);
  const auto eddies =
      eddies_of(of_model("smagorinsky", 0.2), curved,
                test::vector_function([](const Point& x) { return Point{3 * x[1], 0, 0}; }));
  for (int e = 0; e < curved.n_elements(); ++e) {
    double volume = 0;
    for (std::size_t q = 0; q < curved.element_size(); ++q) volume += curved.mass(e)(q);
    const double width = std::cbrt(volume) / 5;
    for (std::size_t q = 0; q < curved.element_size(); ++q)
      EXPECT_NEAR(eddies[e * curved.element_size() + q], 0.04 * width * width * 3, 1e-13);
  }
}

double bubble(double z) { return std::legendre(5U, z) - std::legendre(3U, z); }

/// The mean over [-1, 1] of F(bubble^2), of the values at the nodes.
double mean_of_filtered_square() {
  const auto gll = poly::gauss_lobatto_legendre(7);
  const auto filter =
      poly::modal_filter(gll, poly::ModalBasis::bubble, std::array{1., 1., 1., 1., 0., 0., 0.});
  double mean = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j)
      mean += 0.5 * gll.weights[i] * filter(i, j) * std::pow(bubble(gll.nodes[j]), 2);
  return mean;
}

/// Of one element on [-1, 1]^3 at order 6 the test filter keeps the modes up to 3, r = 2. With u =
/// (y + a bubble(z), b bubble(z), 0) it leaves (y, 0, 0). For small a and b: L_12 = a b
/// F(bubble^2), and M_12 = Delta^2 (1 - r^2) / 2, so that nu_t = C Delta^2 |S| is a b / (1 - r^2)
/// times the mean of F(bubble^2).
space::Field dynamic_eddies(double a, double b) {
  const auto self = comm::Communicator::self();
  const Block one{{-1, -1, -1}, {1, 1, 1}, {1, 1, 1}};
  const space::FunctionSpace space(one.mesh(6, self), self);
  return eddies_of(of_model("dynamic"), space, test::vector_function([&](const Point& x) {
                     const double mode = bubble(x[2]);
                     return Point{x[1] + a * mode, b * mode, 0};
                   }));
}

TEST(DynamicModel, FindsTheConstantOfAKnownIdentity) {
  const double expected = 1e-8 * mean_of_filtered_square() / 3;
  EXPECT_GT(expected, 1e-10);
  for (const double value : dynamic_eddies(1e-4, -1e-4))
    EXPECT_NEAR(value, expected, 1e-5 * expected);
  // Energy comes back where the product has the other sign.
  for (const double value : dynamic_eddies(1e-4, 1e-4))
    EXPECT_NEAR(value, -expected, 1e-5 * expected);
}

TEST(DynamicModel, IsNothingInFlowThatTheTestFilterKeeps) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(periodic_block.mesh(6, world), world);
  const auto eddies = eddies_of(
      of_model("dynamic"), space,
      test::vector_function([](const Point& x) { return Point{2 * x[1] - x[2], x[0], 1}; }));
  for (const double value : eddies) EXPECT_NEAR(value, 0, 1e-15);
}

/// A uniform stream with the round-off of its steps, and one with gradients that are next to none.
TEST(DynamicModel, IsNothingInAUniformStream) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(periodic_block.mesh(6, world), world);
  for (const double noise : {1e-15, 1e-160}) {
    const auto eddies = eddies_of(
        of_model("dynamic"), space, test::vector_function([&](const Point& x) {
          const double y = 50 * x[1], z = 70 * x[2];
          return Point{1 + noise * std::sin(y), noise * std::sin(z + y), 0.3 + noise * std::cos(y)};
        }));
    for (const double value : eddies) EXPECT_NEAR(value, 0, 1e-15) << noise;
  }
}

/// Elements that are the same along x and z have one constant, be it that of each or of all.
TEST(DynamicModel, AveragesAlongDirections) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {2, 1, 1}, {2, 3, 2}, {true, false, true}};
  const space::FunctionSpace space(block.mesh(6, world), world);
  const auto velocity = test::vector_function([](const Point& x) {
    const double z = 2 * std::numbers::pi * x[2], y = 2 * std::numbers::pi * x[0];
    return Point{std::sin(2 * z) * x[1], x[1] * x[1] * std::cos(3 * y), std::sin(z) * x[1]};
  });
  const auto averaged = eddies_of(dynamic_along({true, false, true}), space, velocity);
  const auto rate = eddies_of(of_model("smagorinsky", 1.0), space, velocity);
  const std::size_t size = space.element_size();
  std::array<double, 3> largest{-1e300, -1e300, -1e300}, smallest{-1e300, -1e300, -1e300};
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto row = static_cast<std::size_t>(space.element_number(e)) / 2 % 3;
    for (std::size_t q = e * size; q < (e + 1) * size; ++q) {
      if (rate[q] < 1e-3) continue;
      largest[row] = std::max(largest[row], averaged[q] / rate[q]);
      smallest[row] = std::max(smallest[row], -averaged[q] / rate[q]);
    }
  }
  world.max(largest);
  world.max(smallest);
  for (std::size_t row = 0; row < 3; ++row) EXPECT_NEAR(largest[row], -smallest[row], 1e-12);
  EXPECT_GT(std::abs(largest[0] - largest[2]), 1e-4);
}

constexpr double c_k = 0.1, c_e = 0.9, sigma = 0.8;

/// Without flow k = (k_0^(-1/2) + C_e t / (2 Delta))^(-2).
double decayed(double width, double t) {
  const double root = 1 / std::sqrt(0.5) + 0.5 * c_e * t / width;
  return 1 / (root * root);
}

FlowSettings with_energy(std::vector<VelocityBoundaryCondition> faces,
                         space::SpaceTimeFunction initial) {
  FlowSettings settings = test::settings_of(std::move(faces), 0.01);
  settings.velocity_method = SolverMethod::jacobi_cg;
  settings.iterative_velocity.tolerance = 1e-13;
  settings.subgrid_model = [](const space::FunctionSpace& space) {
    return make_subgrid_model(of_model("one-equation", c_k), space);
  };
  const SubgridEnergySettings energy{
      c_e, sigma, std::vector<ScalarBoundaryCondition>(mesh::n_faces), std::move(initial)};
  settings.additions.push_back(
      [energy](Assembly& assembly) { add_subgrid_energy(energy, c_k, assembly); });
  return settings;
}

double error_of_decay_of_energy(int n_steps) {
  const double width = std::cbrt(1.0 * 0.5 * 0.5) / 3, dt = 0.4 / n_steps;
  const auto exact = test::in_time([=](double t) { return decayed(width, t); });
  test::FlowRun run(periodic_block, 3,
                    with_energy(test::faces_of(VelocityCondition::periodic), exact));
  for (const double t : {-2 * dt, -dt}) {
    run.flow.set_state(t, {}, {});
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, {}, {});
  for (int step = 0; step < n_steps; ++step) run.flow.step(dt);
  const auto &energy = run.field("subgrid_energy"), &eddies = run.field("eddy_viscosity");
  for (std::size_t q = 0; q < energy.size(); ++q)
    EXPECT_NEAR(eddies[q], c_k * width * std::sqrt(energy[q]), 1e-14);
  return run.error(energy, exact, 0.4);
}

TEST(SubgridEnergy, DecaysAsTheEquationDoesToThirdOrder) {
  const double coarse = error_of_decay_of_energy(20), fine = error_of_decay_of_energy(40);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 3.0, 0.25);
}

/// Between moving walls, which let k be, in shear of rate 2: with q = sqrt(k) the equation is dq/dt
/// = C_e / (2 Delta) (q_e^2 - q^2), q_e = sqrt(C_k / C_e) Delta 2 its balance.
TEST(SubgridEnergy, IsMadeByShearAndComesToItsBalance) {
  const VectorFunction shear =
      test::vector_function([](const Point& x) { return Point{2 * x[1], 0, 0}; });
  auto faces = test::faces_of(VelocityCondition::periodic);
  faces[2] = faces[3] = {VelocityCondition::velocity, shear, false};
  const double width = std::cbrt(0.5 * 0.5 * 0.5) / 4, balance = std::sqrt(c_k / c_e) * width * 2;
  const double rate = 0.5 * c_e * balance / width, first = 0.2 * balance;
  const auto exact = test::in_time([=](double t) {
    const double q = balance * std::tanh(rate * t + std::atanh(first / balance));
    return q * q;
  });
  test::FlowRun run(test::channel_block, 4, with_energy(faces, exact));
  run.flow.set_state(0, shear, {});
  for (int step = 0; step < 75; ++step) run.flow.step(0.02);
  EXPECT_LT(run.error(run.field("subgrid_energy"), exact, 1.5), 1e-3 * balance * balance);
  // Without a value of its own it begins in balance, and stays there.
  test::FlowRun balanced(test::channel_block, 4, with_energy(faces, {}));
  balanced.flow.set_state(0, shear, {});
  for (int step = 0; step < 5; ++step) balanced.flow.step(0.02);
  EXPECT_LT(balanced.error(balanced.field("subgrid_energy"), test::constant(balance * balance)),
            1e-12);
}

/// Where a scheme has left it below zero, k goes back to zero from there, and is diffused as above.
TEST(SubgridEnergy, BelowZeroComesBack) {
  test::FlowRun run(periodic_block, 3,
                    with_energy(test::faces_of(VelocityCondition::periodic), test::constant(-0.5)));
  run.flow.set_state(0, {}, {});
  const double width = std::cbrt(1.0 * 0.5 * 0.5) / 3;
  for (const double value : run.field("eddy_viscosity"))
    EXPECT_NEAR(value, c_k * width * std::sqrt(0.5), 1e-14);
  double before = 0.5;
  for (int step = 0; step < 10; ++step) {
    run.flow.step(0.02);
    const double now = run.space.max_abs(run.field("subgrid_energy"));
    EXPECT_LT(now, before);
    before = now;
  }
  EXPECT_GT(before, 0.1);
}

/// The constants of an inertial range of Kolmogorov's constant 1.6 that the grid cuts off.
TEST(SubgridEnergy, HasTheConstantsOfAnInertialRange) {
  const double cut = std::pow(2 / (3 * 1.6), 1.5);
  EXPECT_NEAR(EnergyModel::dissipation, std::numbers::pi * cut, 5e-4);
  EXPECT_NEAR(EnergyModel::constant, cut / std::numbers::pi, 5e-5);
}

}  // namespace
}  // namespace lobatto::physics
