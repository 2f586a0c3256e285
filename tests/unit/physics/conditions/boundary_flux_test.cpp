#include "physics/conditions/boundary_flux.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/curved_spaces.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

using std::numbers::pi;

template <class Velocity>
VelocityBoundaryCondition given(Velocity velocity) {
  VelocityBoundaryCondition face{VelocityCondition::velocity, {}, false};
  for (int d = 0; d < 3; ++d)
    face.velocity[d] = function_of_place([velocity, d](const Point& x) { return velocity(x)[d]; });
  return face;
}

VelocityBoundaryCondition along_x(double factor) {
  return given([factor](const Point& x) { return Point{factor * (1 - x[1] * x[1]), 0, 0}; });
}

/// Walls but for x_min and x_max.
std::vector<VelocityBoundaryCondition> between(const VelocityBoundaryCondition& lower,
                                               const VelocityBoundaryCondition& upper) {
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  faces[0] = lower;
  faces[1] = upper;
  return faces;
}

const Block channel{{0, -1, 0}, {3, 1, 2}, {2, 3, 2}};

TEST(GivenFlux, IsThatOfTheFunctions) {
  const auto world = comm::Communicator::world();
  for (const int order : {1, 2, 5}) {
    const space::FunctionSpace space(channel.mesh(order, world), world);
    const auto flux = given_flux(space, between(along_x(1), along_x(1.5)), 0);
    ASSERT_EQ(flux.parts.size(), 2u);
    EXPECT_EQ(flux.parts[1].boundary, 1u);
    // The mean of 1 - y^2 is 2/3, on 2 x 2.
    EXPECT_NEAR(flux.parts[0].in, 8.0 / 3, 1e-13);
    EXPECT_NEAR(flux.parts[0].out, 0, 1e-13);
    EXPECT_NEAR(flux.parts[1].out, 4, 1e-13);
    EXPECT_NEAR(flux.net, 4.0 / 3, 1e-13);
    EXPECT_NEAR(flux.through, 20.0 / 3, 1e-13);
    EXPECT_LT(flux.uncertainty, 1e-13);
    EXPECT_TRUE(flux.is_impossible());
    // Two nodes a direction integrate the parabolas no better than that, three do.
    EXPECT_NEAR(flux.on_nodes, order == 1 ? 4 * 0.5 * (16.0 / 27) : 4.0 / 3, 1e-13);
  }
}

TEST(GivenFlux, InAndOutOfOneFaceAreToldApart) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(channel.mesh(4, world), world);
  const auto swirl = given([](const Point& x) { return Point{x[2] - 1, 0, 0}; });
  const auto flux = given_flux(space, between(swirl, {}), 0);
  ASSERT_EQ(flux.parts.size(), 1u);
  EXPECT_NEAR(flux.parts[0].in, 1, 1e-13);
  EXPECT_NEAR(flux.parts[0].out, 1, 1e-13);
  EXPECT_FALSE(flux.is_impossible());
}

TEST(GivenFlux, MismatchesBeyondTheToleranceAreImpossibleAtEveryOrder) {
  const auto world = comm::Communicator::world();
  for (const int order : {1, 3, 8}) {
    const space::FunctionSpace space(channel.mesh(order, world), world);
    const auto judge = [&](double factor) {
      return given_flux(space, between(along_x(1), along_x(factor)), 0).is_impossible();
    };
    for (const double factor : {0.0, -1.0, 1.001, 1 - 1e-5}) EXPECT_TRUE(judge(factor)) << factor;
    for (const double factor : {1.0, 1 + 1e-7}) EXPECT_FALSE(judge(factor)) << factor;
  }
}

/// The velocity of Ethier and Steinman at t = 0: divergence-free, of no polynomial.
Point ethier_steinman(const Point& x) {
  const double a = pi / 4, d = pi / 2;
  const auto component = [&](int i, int j, int k) {
    return -a * (std::exp(a * x[i]) * std::sin(a * x[j] + d * x[k]) +
                 std::exp(a * x[k]) * std::cos(a * x[i] + d * x[j]));
  };
  return {component(0, 1, 2), component(1, 2, 0), component(2, 0, 1)};
}

// Few nodes miss the balance by per cents, and the shape of the faces is their interpolant: neither
// is the fault of the velocity.
TEST(GivenFlux, OfADivergenceFreeFieldIsPossibleHoweverCoarseTheMesh) {
  const auto world = comm::Communicator::world();
  const Block cube{{-1, -1, -1}, {1, 1, 1}, {1, 2, 2}};
  double largest_on_nodes = 0;
  for (const int order : {1, 2, 3, 5, 9}) {
    const std::vector<VelocityBoundaryCondition> faces(mesh::n_faces, given(ethier_steinman));
    const space::FunctionSpace box(cube.mesh(order, world), world);
    for (const auto& space : {box, test::moved(cube, order, test::wavy, world)}) {
      const auto flux = given_flux(space, faces, 0);
      EXPECT_FALSE(flux.is_impossible()) << order << ": " << flux.net << " of " << flux.through;
      largest_on_nodes = std::max(largest_on_nodes, std::abs(flux.on_nodes) / flux.through);
    }
  }
  EXPECT_GT(largest_on_nodes, 1e-3);
}

// A jump inside an element is beyond any quadrature, and the benefit of the doubt is the
// velocity's.
TEST(GivenFlux, OfJumpsIsUncertain) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(channel.mesh(4, world), world);
  const auto jump =
      given([](const Point& x) { return Point{std::abs(x[1]) < 0.4 ? 1.0 : 0.0, 0, 0}; });
  const auto even = given([](const Point&) { return Point{0.4, 0, 0}; });
  const auto flux = given_flux(space, between(jump, even), 0);
  EXPECT_GT(flux.uncertainty, 1e-3 * flux.through);
  EXPECT_FALSE(flux.is_impossible());
  EXPECT_TRUE(given_flux(space, between(jump, {}), 0).is_impossible());
}

// By the theorem of Gauss int div u, and t with it; walls and what is open carry nothing.
TEST(GivenFlux, IsTheIntegralOfTheDivergenceAtItsTime) {
  const auto world = comm::Communicator::world();
  VelocityBoundaryCondition growing{VelocityCondition::velocity, {}, true};
  for (int d = 0; d < 3; ++d)
    growing.velocity[d] = [d](const space::Points& x, double t, std::span<double> out) {
      const std::array along{x.x, x.y, x.z};
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = t * (d + 1) * along[d][q];
    };
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  const std::vector<VelocityBoundaryCondition> faces(mesh::n_faces, growing);
  const auto space = test::moved(cube, 5, test::affine, world);
  EXPECT_NEAR(given_flux(space, faces, 0.5).net, 0.5 * 6 * test::affine_determinant, 1e-12);
  EXPECT_NEAR(given_flux(space, faces, 2).net, 2 * 6 * test::affine_determinant, 1e-12);
  for (const auto kind : {VelocityCondition::wall, VelocityCondition::outflow,
                          VelocityCondition::symmetry, VelocityCondition::periodic}) {
    auto others = faces;
    for (auto& face : others) face.kind = kind;
    EXPECT_TRUE(given_flux(space, others, 2).parts.empty());
    EXPECT_FALSE(changes_with_time(others));
  }
}

TEST(GivenFlux, NeedsABalanceWhereNothingIsOpen) {
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  EXPECT_FALSE(must_balance(faces));  // walls
  EXPECT_FALSE(changes_with_time(faces));
  faces[2] = along_x(1);
  EXPECT_TRUE(must_balance(faces));
  EXPECT_FALSE(changes_with_time(faces));
  faces[2].depends_on_time = true;
  EXPECT_TRUE(changes_with_time(faces));
  faces[5].kind = VelocityCondition::outflow;
  EXPECT_FALSE(must_balance(faces));
}

/// Blows along the normal, with this speed.
VelocityBoundaryCondition blowing(double speed) {
  VelocityBoundaryCondition face{VelocityCondition::velocity, {}, false};
  for (int d = 0; d < 3; ++d)
    face.velocity[d] = [d, speed](const space::Points& at, double, std::span<double> out) {
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = speed * at.normal[d][q];
    };
  return face;
}

// Through a quarter of a ring, from radius 1 to 2 and 1 high: pi / 2 at the inside, pi at the
// outside.
TEST(GivenFlux, KnowsTheNormal) {
  const auto world = comm::Communicator::world();
  const Block block{{1, 0, 0}, {2, pi / 2, 1}, {2, 2, 2}};
  const auto space = test::moved(block, 9, test::cylindrical, world);
  const auto flux = given_flux(space, between(blowing(-2), blowing(1)), 0);
  EXPECT_NEAR(flux.parts.at(0).in, pi, 1e-8);
  EXPECT_NEAR(flux.parts.at(1).out, pi, 1e-8);
  EXPECT_NEAR(flux.on_nodes, 0, 1e-8);
  EXPECT_FALSE(flux.is_impossible());
}

TEST(GivenFlux, IsNotKnownOfTheSolution) {
  auto faces = between(along_x(1), along_x(1));
  EXPECT_FALSE(uses_solution(faces));
  const auto some = [](const space::Points&, double, std::span<const double* const>,
                       std::span<const double* const>, std::span<double>) {};
  faces[1].of_solution = {some, some, some};
  EXPECT_TRUE(uses_solution(faces));
}

}  // namespace
}  // namespace lobatto::physics
