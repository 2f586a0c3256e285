#include "precond/coarse/coarse_solvers.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;
using test::VertexOperator;

void expect_solved(const VertexMesh& mesh, double tolerance = 1e-13) {
  const auto world = comm::Communicator::world();
  const auto problem = mesh.problem(world);
  const VertexOperator op(problem, world);
  const auto solve = make_sparse_cholesky(problem, world);
  for (const std::uint64_t seed : {1, 2}) {
    const auto f = mesh.shares(world, seed);
    std::vector<double> u(f.size(), 5.0);
    solve(f, u);
    EXPECT_LT(op.residual(f, u), tolerance);
    EXPECT_EQ(op.jump(u), 0);
    if (problem.singular) {
      EXPECT_NEAR(op.mean(u), 0, 1e-14 * op.norm(u));
    }
  }
}

TEST(SparseCholesky, SolvesExactlyOnDistortedMeshes) {
  expect_solved({.n_elements = {6, 5, 7}, .displacement = 0.3, .fixed = true});
  expect_solved({.n_elements = {6, 5, 7}, .displacement = 0.3});
  expect_solved({.n_elements = {5, 6, 4}, .periodic = true, .displacement = 0.3});
  expect_solved({.n_elements = {6, 5, 7}, .displacement = 0.2, .lengths = {1, 0.05, 4}}, 1e-12);
}

TEST(SparseCholesky, ServesRanksWithoutElements) {
  expect_solved({.n_elements = {4, 4, 4}, .displacement = 0.3, .last_rank_empty = true});
  expect_solved({.n_elements = {4, 4, 4}, .fixed = true, .last_rank_empty = true});
}

TEST(SparseCholesky, DoesNotDependOnTheRankCount) {
  const auto world = comm::Communicator::world(), self = comm::Communicator::self();
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {6, 6, 5}, .displacement = 0.3, .fixed = fixed};
    const auto f = mesh.shares(world), f_alone = mesh.shares(self);
    std::vector<double> u(f.size()), u_alone(f_alone.size());
    make_sparse_cholesky(mesh.problem(world), world)(f, u);
    make_sparse_cholesky(mesh.problem(self), self)(f_alone, u_alone);
    const auto first = static_cast<std::size_t>(mesh.range(world.rank(), world.size())[0]) * 8;
    for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], u_alone[first + q], 1e-12);
  }
}

TEST(SparseCholesky, IgnoresTheConstantPartOfASingularRightHandSide) {
  const auto world = comm::Communicator::world();
  const VertexMesh mesh{.n_elements = {4, 4, 4}, .periodic = true, .displacement = 0.2};
  const auto solve = make_sparse_cholesky(mesh.problem(world), world);
  auto f = mesh.shares(world);
  std::vector<double> u(f.size()), shifted(f.size());
  solve(f, u);
  for (double& value : f) value += 0.125;  // eight shares a vertex
  solve(f, shifted);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], shifted[q], 1e-12);
}

TEST(SparseCholesky, SolvesProblemsWithoutUnknowns) {
  const auto world = comm::Communicator::world();
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {1, 1, 1}, .periodic = true, .fixed = fixed};
    const std::vector<double> f = mesh.shares(world);
    std::vector<double> u(f.size(), 1.0);
    make_sparse_cholesky(mesh.problem(world), world)(f, u);
    for (const double value : u) EXPECT_EQ(value, 0);
  }
}

TEST(SparseCholesky, RefusesWhatIsNoCoarseProblem) {
  const auto world = comm::Communicator::world();
  const VertexMesh mesh{.n_elements = {3, 3, 3}, .fixed = true};
  auto problem = mesh.problem(world);
  for (auto& matrix : problem.matrices)
    for (double& value : matrix) value = -value;
  EXPECT_THROW(make_sparse_cholesky(problem, world), base::Error);
  if (!problem.matrices.empty()) problem.matrices.pop_back();
  EXPECT_THROW(make_sparse_cholesky(problem, world), base::Error);
  const auto solve = make_sparse_cholesky(mesh.problem(world), world);
  std::vector<double> f(5), u(5);
  EXPECT_THROW(solve(f, u), base::Error);
}

}  // namespace
}  // namespace lobatto::precond
