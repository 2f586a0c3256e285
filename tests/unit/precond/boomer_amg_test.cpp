#include "precond/coarse/coarse_solvers.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;
using test::VertexOperator;

class BoomerAmg : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_boomer_amg()) GTEST_SKIP() << "built without hypre";
  }
  const comm::Communicator world_ = comm::Communicator::world();
};

/// Assembled vectors to the shares that the solver takes.
class Preconditioner {
 public:
  Preconditioner(const VertexOperator& op, CoarseSolver solver)
      : op_(op), solver_(std::move(solver)), shares_(op.size()) {}
  void operator()(std::span<const double> r, std::span<double> z) {
    for (std::size_t q = 0; q < shares_.size(); ++q) shares_[q] = op_.weights()[q] * r[q];
    solver_(shares_, z);
  }

 private:
  const VertexOperator& op_;
  CoarseSolver solver_;
  std::vector<double> shares_;
};

/// Conjugate gradients to 1e-10; returns the iterations.
int iterations(const VertexMesh& mesh, const comm::Communicator& world, std::vector<double>& u,
               const AmgOptions& options = {}) {
  const auto problem = mesh.problem(world);
  const VertexOperator op(problem, world);
  Preconditioner precondition(op, make_boomer_amg(problem, world, options));
  auto f = mesh.shares(world);
  const auto shares = f;
  op.assemble(f);
  u.assign(f.size(), 0.0);
  krylov::ConjugateGradients cg(op.size());
  const auto apply = [&](std::span<const double> x, std::span<double> y) { op.multiply(x, y); };
  const auto inner = [&](std::span<const double> x, std::span<const double> y) {
    return op.inner(x, y);
  };
  const auto report = cg.solve(apply, precondition, inner, f, u, {1e-10, 0, 100});
  EXPECT_TRUE(report.converged);
  EXPECT_LT(op.residual(shares, u), 2e-10);
  return report.iterations;
}

TEST_F(BoomerAmg, NeedsFewIterationsWhateverTheSizeOfTheMesh) {
  for (const bool fixed : {false, true}) {
    for (const bool periodic : {false, true}) {
      VertexMesh mesh{
          .n_elements = {8, 8, 8}, .periodic = periodic, .displacement = 0.25, .fixed = fixed};
      std::vector<double> u;
      const int coarse = iterations(mesh, world_, u);
      mesh.n_elements = {16, 16, 16};
      const int fine = iterations(mesh, world_, u);
      EXPECT_LE(fine, 12);
      EXPECT_LE(fine, coarse + 2);
    }
  }
}

/// Every number of groups, of like size or not. Fewer ranks smooth more as one would: that takes no
/// iterations more, but some less.
TEST_F(BoomerAmg, OnSomeOfTheRanksNeedsNoMoreIterationsThanOnAll) {
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {8, 7, 9}, .displacement = 0.25, .fixed = fixed};
    std::vector<double> on_all, on_some;
    const int n_all = iterations(mesh, world_, on_all);
    for (int n_ranks = 1; n_ranks <= world_.size(); ++n_ranks) {
      EXPECT_LE(iterations(mesh, world_, on_some, {.n_ranks = n_ranks}), n_all + 1) << n_ranks;
      for (std::size_t q = 0; q < on_all.size(); ++q) EXPECT_NEAR(on_some[q], on_all[q], 1e-8);
    }
  }
}

TEST_F(BoomerAmg, NeedsMoreIterationsButBoundedOnesOnFlatElements) {
  std::vector<double> u;
  for (const int n : {8, 16}) {
    const VertexMesh mesh{.n_elements = {n, n, n}, .displacement = 0.2, .lengths = {1, 0.1, 1}};
    EXPECT_LE(iterations(mesh, world_, u), 45);
  }
}

TEST_F(BoomerAmg, LeadsToTheSolutionOfCholeskyOnAnyRanks) {
  const auto self = comm::Communicator::self();
  for (const bool empty : {false, true}) {
    const VertexMesh mesh{.n_elements = {7, 6, 8}, .displacement = 0.3, .last_rank_empty = empty};
    std::vector<double> u;
    iterations(mesh, world_, u);
    const auto f = mesh.shares(self);
    std::vector<double> expected(f.size());
    make_sparse_cholesky(mesh.problem(self), self)(f, expected);
    const auto first = static_cast<std::size_t>(mesh.range(world_.rank(), world_.size())[0]) * 8;
    for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], expected[first + q], 1e-8);
  }
}

TEST_F(BoomerAmg, IsSymmetricLinearAndTheSameEveryTime) {
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {6, 7, 5}, .displacement = 0.3, .fixed = fixed};
    const auto problem = mesh.problem(world_);
    const VertexOperator op(problem, world_);
    const auto solve = make_boomer_amg(problem, world_);
    auto f = mesh.shares(world_, 1), g = mesh.shares(world_, 2), sum = f;
    for (std::size_t q = 0; q < f.size(); ++q) sum[q] = f[q] - 3 * g[q];
    std::vector<double> u(f.size()), v(f.size()), w(f.size()), again(f.size());
    solve(f, u);
    solve(g, v);
    solve(sum, w);
    make_boomer_amg(problem, world_)(f, again);
    EXPECT_EQ(u, again);
    EXPECT_EQ(op.jump(u), 0);
    const double scale = op.norm(u);
    for (std::size_t q = 0; q < f.size(); ++q) EXPECT_NEAR(w[q], u[q] - 3 * v[q], 1e-13 * scale);
    op.assemble(f);
    op.assemble(g);
    EXPECT_NEAR(op.inner(f, v), op.inner(g, u), 1e-12 * op.norm(f) * op.norm(v));
    if (!fixed) {
      EXPECT_NEAR(op.mean(u), 0, 1e-14 * op.norm(u));
    }
  }
}

TEST_F(BoomerAmg, ConvergesWithItsCycles) {
  const VertexMesh mesh{.n_elements = {8, 8, 8}, .displacement = 0.25};
  const auto problem = mesh.problem(world_);
  const VertexOperator op(problem, world_);
  const auto f = mesh.shares(world_);
  std::vector<double> u(f.size());
  double last = 1;
  for (const int n_cycles : {2, 4, 8}) {
    make_boomer_amg(problem, world_, {.n_cycles = n_cycles})(f, u);
    const double residual = op.residual(f, u);
    EXPECT_LT(residual, 0.2 * last);
    last = residual;
  }
}

TEST_F(BoomerAmg, IgnoresTheConstantPartOfASingularRightHandSide) {
  const VertexMesh mesh{.n_elements = {4, 4, 4}, .periodic = true, .displacement = 0.2};
  const auto solve = make_boomer_amg(mesh.problem(world_), world_);
  auto f = mesh.shares(world_);
  std::vector<double> u(f.size()), shifted(f.size());
  solve(f, u);
  for (double& value : f) value += 0.125;  // eight shares a vertex
  solve(f, shifted);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], shifted[q], 1e-12);
}

TEST_F(BoomerAmg, SolvesProblemsWithoutUnknowns) {
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {1, 1, 1}, .periodic = true, .fixed = fixed};
    const std::vector<double> f = mesh.shares(world_);
    std::vector<double> u(f.size(), 1.0);
    make_boomer_amg(mesh.problem(world_), world_)(f, u);
    for (const double value : u) EXPECT_EQ(value, 0);
  }
}

TEST_F(BoomerAmg, RefusesOptionsOutOfRangeAndOtherLengths) {
  const VertexMesh mesh{.n_elements = {3, 3, 3}, .fixed = true};
  const auto problem = mesh.problem(world_);
  EXPECT_THROW(make_boomer_amg(problem, world_, {.n_cycles = 0}), base::Error);
  EXPECT_THROW(make_boomer_amg(problem, world_, {.strong_threshold = 1}), base::Error);
  EXPECT_THROW(make_boomer_amg(problem, world_, {.n_ranks = world_.size() + 1}), base::Error);
  std::vector<double> f(5), u(5);
  EXPECT_THROW(make_boomer_amg(problem, world_)(f, u), base::Error);
}

}  // namespace
}  // namespace lobatto::precond
