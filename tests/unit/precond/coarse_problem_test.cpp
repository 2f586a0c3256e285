#include "precond/coarse/coarse_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/grading.hpp"
#include "vertex_stiffness.hpp"

namespace lobatto::precond {
namespace {

mesh::BoxMesh box(int order, const comm::Communicator& communicator) {
  return mesh::make_box_mesh({mesh::Axis{mesh::uniform_ticks(0, 1, 3), false},
                              mesh::Axis{mesh::geometric_ticks(0, 2, 2, 1.5), false},
                              mesh::Axis{mesh::uniform_ticks(0, 3, 3), true}},
                             order, communicator.rank(), communicator.size());
}

/// Parallelepipeds: the box sheared in all directions.
space::CoordinateMap shear() {
  const auto component = [](double a, double b, double c) {
    return [=](const space::Points& p, double, std::span<double> out) {
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = a * p.x[q] + b * p.y[q] + c * p.z[q];
    };
  };
  return {component(1, 0.3, 0.2), component(-0.4, 1.1, 0), component(0.1, 0.5, 0.9)};
}

std::array<double, 24> corners_of(const space::FunctionSpace& space, int e) {
  const std::size_t n = space.n();
  std::array<std::vector<double>, 3> x;
  space.element_points(e, x);
  std::array<double, 24> corners{};
  for (std::size_t v = 0; v < n_vertices; ++v) {
    const std::size_t i = v % 2, j = v / 2 % 2, k = v / 4;
    for (std::size_t d = 0; d < 3; ++d)
      corners[d * n_vertices + v] = x[d][((k * n + j) * n + i) * (n - 1)];
  }
  return corners;
}

void expect_trilinear_matrices(const space::FunctionSpace& space) {
  const space::BoundaryConditions conditions(mesh::n_faces, poly::EndCondition::neumann);
  const CoarseProblem problem = make_coarse_problem(space, conditions);
  EXPECT_TRUE(problem.singular);
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto expected = test::vertex_stiffness(corners_of(space, e));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(problem.matrices[e][i], expected[i], 1e-13);
  }
}

TEST(CoarseProblem, HasTheExactTrilinearMatricesOfParallelepipeds) {
  const auto world = comm::Communicator::world();
  for (const int order : {2, 5, 8}) {
    expect_trilinear_matrices(space::FunctionSpace(box(order, world), world));
    expect_trilinear_matrices(space::FunctionSpace(box(order, world), shear(), world));
  }
}

TEST(CoarseProblem, LeavesOutTheVerticesThatAreFixed) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(box(4, world), world);
  space::BoundaryConditions conditions(mesh::n_faces, poly::EndCondition::neumann);
  conditions[1] = poly::EndCondition::dirichlet;  // x = 1
  const CoarseProblem problem = make_coarse_problem(space, conditions);
  EXPECT_FALSE(problem.singular);
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto corners = corners_of(space, e);
    for (std::size_t v = 0; v < n_vertices; ++v)
      EXPECT_EQ(problem.ids[e][v] < 0, std::abs(corners[v] - 1) < 1e-12);
  }
}

}  // namespace
}  // namespace lobatto::precond
