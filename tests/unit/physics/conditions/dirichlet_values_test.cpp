#include "physics/conditions/dirichlet_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "physics/solvers/helmholtz_solver.hpp"
#include "support/curved_spaces.hpp"
#include "support/weak_forms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

double some(const Point& x) { return 1 + std::sin(2 * x[0] + x[1] * x[2]); }

/// Values without any pattern, continuous.
space::Field mixed(const space::FunctionSpace& space, double seed) {
  auto field = space.make_field();
  space.evaluate(function_of_place([seed](const Point& x) {
                   return std::sin(seed + 31 * x[0] + 17 * x[1] * x[2] - 13 * x[2]);
                 }),
                 0, field);
  return field;
}

class OnBoxesAndCurves : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] space::FunctionSpace make_space(int order) const {
    if (GetParam()) return test::moved(test::cube_232, order, test::wavy, world_);
    return {test::cube_232.mesh(order, world_), world_};
  }
  comm::Communicator world_ = comm::Communicator::world();
};

TEST_P(OnBoxesAndCurves, ImposeTheValuesOnEveryCopyOfTheNodesAndNowhereElse) {
  const auto space = make_space(3);
  DirichletValues values(space);
  EXPECT_TRUE(values.empty());
  values.add_boundary(3, function_of_place(some), false);
  values.update(0);
  auto u = mixed(space, 1), exact = space.make_field();
  const auto before = mixed(space, 1);
  space.evaluate(function_of_place(some), 0, exact);
  values.impose(u);
  const auto nodes = space::boundary_nodes(space, 3);
  const std::set<std::size_t> on_boundary(nodes.begin(), nodes.end());
  for (std::size_t q = 0; q < u.size(); ++q)
    EXPECT_EQ(u[q], on_boundary.contains(q) ? exact[q] : before[q]);
}

TEST_P(OnBoxesAndCurves, WhereBoundariesMeetTheLastOneHolds) {
  const auto space = make_space(2);
  DirichletValues values(space);
  for (const int face : {0, 2, 1})
    values.add_boundary(face, function_of_place([face](const Point&) { return face + 1.0; }),
                        false);
  values.update(0);
  auto u = space.make_field(), expected = space.make_field();
  for (const int face : {0, 2, 1})
    for (const std::size_t q : space::boundary_nodes(space, face)) expected[q] = face + 1.0;
  values.impose(u);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_EQ(u[q], expected[q]);
}

TEST_P(OnBoxesAndCurves, AreEvaluatedAnewOnlyWhereTheyDependOnTime) {
  const auto space = make_space(2);
  DirichletValues values(space);
  int n_steady = 0, n_varying = 0;
  const auto counting = [](int& count) {
    return [&count](const space::Points&, double t, std::span<double> out) {
      ++count;
      std::ranges::fill(out, t);
    };
  };
  values.add_boundary(0, counting(n_steady), false);
  values.add_boundary(1, counting(n_varying), true);
  for (const double t : {1.0, 2.0, 3.0}) values.update(t);
  EXPECT_LE(n_steady, 1);
  EXPECT_TRUE(n_varying == 0 || n_varying == 3);  // a rank may have no node there
  EXPECT_EQ(world_.max(n_varying), 3);
  auto u = space.make_field();
  values.impose(u);
  EXPECT_EQ(world_.max(*std::ranges::max_element(u)), 3);
}

TEST_P(OnBoxesAndCurves, TheLiftIsTheOperatorOnTheExtension) {
  const auto space = make_space(4);
  DirichletValues values(space);
  values.add_boundary(2, function_of_place(some), false);
  values.add_boundary(5, function_of_place([](const Point& x) { return x[0] - x[1]; }), false);
  values.update(0);
  auto extension = space.make_field();
  values.impose(extension);
  const auto image = test::helmholtz_image(space, 3.0, 0.7, extension);
  auto rhs = mixed(space, 2);
  const auto before = mixed(space, 2);
  for (const auto& block : ElementSchedule(space))
    values.subtract_lift(3.0, 0.7, block, rhs.data() + block.offset);
  for (std::size_t q = 0; q < rhs.size(); ++q) EXPECT_NEAR(rhs[q], before[q] - image[q], 1e-12);
}

// (A u - f) . g over the nodes is what is missing to the other nodes' share of (A u - f) . u.
TEST_P(OnBoxesAndCurves, ThePowerIsWhatTheOtherNodesLeave) {
  const auto space = make_space(4);
  DirichletValues values(space);
  values.add_boundary(0, function_of_place(some), false);
  values.add_boundary(3, function_of_place([](const Point& x) { return x[0] - x[1]; }), false);
  values.update(0);
  auto u = mixed(space, 3);
  values.impose(u);
  auto f = mixed(space, 4);
  for (const auto& block : ElementSchedule(space)) values.record(block, f.data() + block.offset);
  auto image = test::helmholtz_image(space, 5.0, 0.3, u), others = space.make_field();
  for (std::size_t q = 0; q < u.size(); ++q) others[q] = u[q];
  for (const int face : {0, 3})
    for (const std::size_t q : space::boundary_nodes(space, face)) others[q] = 0;
  std::array<double, 3> sums{values.power(5.0, 0.3, u), 0, 0};
  for (std::size_t q = 0; q < u.size(); ++q) {
    sums[1] += u[q] * (image[q] - f[q]);
    sums[2] += others[q] * (image[q] - f[q]);
  }
  world_.sum(sums);
  EXPECT_NEAR(sums[0], sums[1] - sums[2], 1e-10);
  EXPECT_GT(std::abs(sums[0]), 0.1);
}

TEST_P(OnBoxesAndCurves, TheIntegralIsThatOfTheExtension) {
  const auto space = make_space(3);
  DirichletValues values(space);
  values.add_boundary(1, function_of_place(some), false);
  values.update(0);
  auto extension = space.make_field();
  values.impose(extension);
  EXPECT_NEAR(world_.sum(values.integral()), space.integrate(extension), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(DirichletValues, OnBoxesAndCurves, testing::Bool(),
                         [](const auto& with) { return with.param ? "Curved" : "Box"; });

space::ElementBlock whole(const space::FunctionSpace& space) {
  return space::element_block(space, 0, space.n_elements());
}

// Harmonic polynomials solve Laplace's equation exactly, whatever values they have on the walls.
TEST(DirichletValues, LiftASolutionExactly) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  const auto harmonic = function_of_place(
      [](const Point& x) { return x[0] * x[0] - x[1] * x[1] + 3 * x[0] * x[1] * x[2] - x[2]; });
  DirichletValues values(space);
  for (int face = 0; face < mesh::n_faces; ++face) values.add_boundary(face, harmonic, false);
  values.update(0);
  const auto solver = make_tensor_helmholtz(
      space, space::BoundaryConditions(mesh::n_faces, poly::EndCondition::dirichlet),
      make_workspace());
  auto rhs = space.make_field(), u = space.make_field(), exact = space.make_field();
  rhs.fill(0.0);
  values.subtract_lift(0.0, 1.0, whole(space), rhs.data());
  solver->solve(0.0, 1.0, rhs, {{}, u});
  values.impose(u);
  space.evaluate(harmonic, 0, exact);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], exact[q], 1e-12);
}

// The work of the values on a harmonic field is its Dirichlet integral, int |grad u|^2.
TEST(DirichletValues, FeedAHarmonicFieldItsDirichletIntegral) {
  const auto world = comm::Communicator::world();
  const auto saddle = [](const Point& x) { return x[0] * x[0] - x[1] * x[1] + 3 * x[2]; };
  const auto square_of_gradient = [](const Point& x) {
    return 4 * x[0] * x[0] + 4 * x[1] * x[1] + 9;
  };
  const auto power = [&](const space::FunctionSpace& space) {
    DirichletValues values(space);
    for (int face = 0; face < mesh::n_faces; ++face)
      values.add_boundary(face, function_of_place(saddle), false);
    values.update(0);
    auto u = space.make_field();
    space.evaluate(function_of_place(saddle), 0, u);
    const auto nothing = space.make_field();
    values.record(whole(space), nothing.data());
    return world.sum(values.power(0, 0.5, u));
  };
  EXPECT_NEAR(power({test::cube_232.mesh(3, world), world}), 0.5 * (8.0 / 3 + 9), 1e-12);
  const auto oblique = test::moved(test::cube_232, 3, test::affine, world);
  auto field = oblique.make_field();
  oblique.evaluate(function_of_place(square_of_gradient), 0, field);
  EXPECT_NEAR(power(oblique), 0.5 * oblique.integrate(field), 1e-11);
}

// The nodes of a face of the cube weigh w h / 2 across it, w = 2 / (N (N + 1)) and h the length of
// an element.
TEST(DirichletValues, TheIntegralIsThatOfTheFaceTimesTheWeightOfItsNodes) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(4, world), world);
  DirichletValues values(space);
  values.add_boundary(3, function_of_place([](const Point& x) { return x[0] * x[0] * x[2]; }),
                      false);
  values.update(0);
  EXPECT_NEAR(world.sum(values.integral()), 1.0 / 6 * (2.0 / 20) * (1.0 / 3) / 2, 1e-15);
}

TEST(DirichletValues, FollowTheTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_232.mesh(2, world), world);
  const auto wave = [](const space::Points& x, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = std::sin(x.y[q] + t);
  };
  DirichletValues values(space);
  values.add_boundary(0, wave, true);
  values.add_boundary(1, wave, false);
  auto u = space.make_field(), then = u, now = u;
  for (const double t : {0.5, 2.0}) {
    values.update(t);
    values.impose(u);
    space.evaluate(wave, 0.5, then);
    space.evaluate(wave, t, now);
    for (const std::size_t q : space::boundary_nodes(space, 0)) EXPECT_EQ(u[q], now[q]);
    for (const std::size_t q : space::boundary_nodes(space, 1)) EXPECT_EQ(u[q], then[q]);
  }
}

/// A quarter of a ring, around z: the outer face is that of largest radius.
space::FunctionSpace ring(const comm::Communicator& world) {
  const Block block{{1, 0, 0}, {2, std::numbers::pi / 2, 1}, {2, 3, 2}};
  return test::moved(block, 9, test::cylindrical, world);
}

TEST(DirichletValues, AreToldTheNormal) {
  const auto world = comm::Communicator::world();
  const auto space = ring(world);
  for (int d = 0; d < 3; ++d) {
    DirichletValues values(space);
    values.add_boundary(
        1,
        [d](const space::Points& at, double, std::span<double> out) {
          std::ranges::copy(at.normal[d], out.begin());
        },
        false);
    values.update(0);
    auto field = space.make_field(), exact = space.make_field();
    values.impose(field);
    space.evaluate(function_of_place([d](const Point& x) {
                     return d == 2 ? 0.0 : x[d] / std::hypot(x[0], x[1]);
                   }),
                   0, exact);
    for (const std::size_t q : space::boundary_nodes(space, 1))
      EXPECT_NEAR(field[q], exact[q], 1e-7);
    auto continuous = field;
    space.make_continuous(continuous);
    for (std::size_t q = 0; q < field.size(); ++q) EXPECT_NEAR(continuous[q], field[q], 1e-15);
  }
}

}  // namespace
}  // namespace lobatto::physics
