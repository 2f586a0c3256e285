// Schwarz multigrid on curved elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "poisson_iterations.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::precond {
namespace {

using poly::EndCondition;
using test::Block;
using test::Point;
using test::PoissonProblem;

/// A box that is moved, with its conditions by face.
struct MovedBox {
  std::string name;
  Block block;
  Point (*map)(const Point&);
  space::BoundaryConditions conditions;

  [[nodiscard]] space::FunctionSpace make_space(int n,
                                                const comm::Communicator& communicator) const {
    return test::moved(block, n - 1, map, communicator);
  }
};

MovedBox wavy_periodic(std::array<int, 3> n_elements = {4, 4, 4}) {
  return {"wavy periodic",
          {{0, 0, 0}, {1, 1, 1}, n_elements, {true, true, true}},
          test::wavy,
          space::BoundaryConditions(6, EndCondition::periodic)};
}

/// A quarter of a hollow cylinder with a Dirichlet condition at its end.
MovedBox ring_with_outlet() {
  MovedBox ring{"ring with outlet",
                {{1, 0, 0}, {2, std::numbers::pi / 2, 3}, {3, 4, 4}},
                test::cylindrical,
                space::BoundaryConditions(6, EndCondition::neumann)};
  ring.conditions[5] = EndCondition::dirichlet;
  return ring;
}

/// Every edge bends, to a scaled Jacobian of 0.6, and one wavy face has a Dirichlet condition.
MovedBox wavy_with_outlet() {
  MovedBox box{"wavy with outlet",
               {{0, 0, 0}, {1, 1, 1}, {3, 3, 4}, {false, true, false}},
               test::wavy,
               space::BoundaryConditions(6, EndCondition::neumann)};
  box.conditions[1] = EndCondition::dirichlet;
  return box;
}

void expect_iterations(const MovedBox& box, std::initializer_list<std::pair<int, int>> bounds) {
  const auto world = comm::Communicator::world();
  const auto make_problem = [&](int n) {
    return std::make_unique<PoissonProblem>(box.make_space(n, world), box.conditions);
  };
  test::expect_iterations(box.name, make_problem, bounds, 2);
}

TEST(CurvedSchwarz, ConvergesOnAWavyPeriodicBox) {
  expect_iterations(wavy_periodic(), {{4, 9}, {8, 12}, {12, 13}});
}

TEST(CurvedSchwarz, ConvergesOnARingWithADirichletFace) {
  expect_iterations(ring_with_outlet(), {{4, 7}, {8, 8}, {12, 9}});
}

TEST(CurvedSchwarz, ConvergesOnAWavyBoxWithADirichletFace) {
  expect_iterations(wavy_with_outlet(), {{4, 9}, {8, 12}, {12, 12}});
}

/// A smooth function that is zero at the end of the ring and has no slope across its other faces.
double potential(const Point& x) {
  const double r = std::hypot(x[0], x[1]), angle = std::atan2(x[1], x[0]);
  const double along_r = std::cos(std::numbers::pi * (r - 1));
  return along_r * std::cos(2 * angle) * std::cos(std::numbers::pi * x[2] / 6);
}
/// Minus its Laplacian: with R = cos(pi (r - 1)), -R'' - R' / r + (4 / r^2 + (pi / 6)^2) R.
double source(const Point& x) {
  constexpr double pi = std::numbers::pi;
  const double r = std::hypot(x[0], x[1]), angle = std::atan2(x[1], x[0]);
  const double c = std::cos(pi * (r - 1)), s = std::sin(pi * (r - 1));
  const double radial = pi * pi * c + pi * s / r + (4 / (r * r) + pi * pi / 36) * c;
  return radial * std::cos(2 * angle) * std::cos(pi * x[2] / 6);
}

TEST(CurvedSchwarz, SolutionsConvergeExponentiallyToTheFunction) {
  const auto world = comm::Communicator::world();
  const MovedBox ring = ring_with_outlet();
  double before = 1;
  for (const int n : {4, 6, 8, 10, 12}) {
    PoissonProblem problem(ring.make_space(n, world), ring.conditions);
    const space::FunctionSpace& space = problem.space();
    space::Field f = space.make_field(), u = space.make_field(), exact = space.make_field();
    space.evaluate(test::function_of_place(source), 0, f);
    space.evaluate(test::function_of_place(potential), 0, exact);
    space::multiply_by_mass(space, 0, space.n_elements(), f.data(), f.data());
    space.gather_scatter().add(f);
    for (std::size_t q = 0; q < f.size(); ++q) f[q] *= problem.mask()[q];
    EXPECT_TRUE(problem.solve<float>(f, 1e-12, u).converged);
    const double error = problem.relative_difference(u, exact);
    EXPECT_LT(error, std::max(0.01 * before, 1e-13)) << n;
    before = error;
  }
}

/// `values` of the whole box, of the elements that this rank has of it.
space::Field local_part(const space::FunctionSpace& space, const space::Field& values) {
  space::Field part = space.make_field();
  const std::size_t size = space.element_size();
  for (int e = 0; e < space.n_elements(); ++e)
    std::copy_n(values.begin() + space.element_number(e) * size, size, part.begin() + e * size);
  return part;
}

template <class Real>
void expect_the_same_on_one_rank(const MovedBox& box, int n, double tolerance) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  PoissonProblem shared(box.make_space(n, world), box.conditions),
      whole(box.make_space(n, self), box.conditions);
  space::Field z = shared.space().make_field(), z_whole = whole.space().make_field();
  shared.make_multigrid<Real>().apply(shared.image(shared.random_field(1)), z);
  whole.make_multigrid<Real>().apply(whole.image(whole.random_field(1)), z_whole);
  EXPECT_LT(shared.relative_difference(z, local_part(shared.space(), z_whole)), tolerance)
      << box.name << ", n = " << n;
}

TEST(CurvedSchwarz, GivesTheSameOnAnyNumberOfRanks) {
  for (const MovedBox& box : {wavy_periodic({3, 4, 2}), ring_with_outlet(), wavy_with_outlet()}) {
    for (const int n : {2, 4, 8}) {
      expect_the_same_on_one_rank<float>(box, n, 5e-6);
      expect_the_same_on_one_rank<double>(box, n, 1e-12);
    }
  }
}

TEST(CurvedSchwarz, SolvesTheSameOnAnyNumberOfRanks) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  for (const MovedBox& box : {ring_with_outlet(), wavy_with_outlet()}) {
    PoissonProblem shared(box.make_space(6, world), box.conditions),
        whole(box.make_space(6, self), box.conditions);
    space::Field u = shared.space().make_field(), u_whole = whole.space().make_field();
    const auto report = shared.solve<float>(shared.image(shared.random_field(3)), 1e-11, u);
    const auto alone = whole.solve<float>(whole.image(whole.random_field(3)), 1e-11, u_whole);
    EXPECT_LE(std::abs(report.iterations - alone.iterations), 1);
    EXPECT_LT(shared.relative_difference(u, local_part(shared.space(), u_whole)), 1e-8) << box.name;
    // Where the solution is known: that field.
    EXPECT_LT(shared.relative_difference(u, shared.random_field(3)), 1e-8) << box.name;
  }
}

}  // namespace
}  // namespace lobatto::precond
