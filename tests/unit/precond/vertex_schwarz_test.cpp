#include "precond/coarse/coarse_solvers.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "krylov/flexible_gmres.hpp"
#include "precond/coarse/vertex_layer.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;
using test::VertexOperator;

class VertexSchwarz : public testing::Test {
 protected:
  /// Flexible GMRES to 1e-10; returns the iterations.
  int iterations(const VertexMesh& mesh, std::vector<double>& u) const {
    const auto problem = mesh.problem(world_);
    const VertexOperator op(problem, world_);
    const auto solve = make_vertex_schwarz(problem, world_);
    auto f = mesh.shares(world_);
    const auto shares = f;
    op.assemble(f);
    u.assign(f.size(), 0.0);
    std::vector<double> weighted(f.size());
    const auto apply = [&](std::span<const double> x, std::span<double> y) { op.multiply(x, y); };
    const auto precondition = [&](std::span<const double> r, std::span<double> z) {
      for (std::size_t q = 0; q < r.size(); ++q) weighted[q] = op.weights()[q] * r[q];
      solve(weighted, z);
    };
    const auto sum = [&](std::span<double> values) { world_.sum(values); };
    const krylov::WeightedInner inner{op.weights(), sum};
    krylov::FlexibleGmres gmres(op.size(), 60);
    const auto report = gmres.solve(apply, precondition, inner, f, u, {1e-10, 1e-30, 60});
    EXPECT_TRUE(report.converged);
    EXPECT_LT(op.residual(shares, u), 1e-9);
    return report.iterations;
  }
  const comm::Communicator world_ = comm::Communicator::world();
};

/// Ranks hold slabs of elements, which get thinner with their number.
TEST_F(VertexSchwarz, NeedsFewIterationsAndOneOnOneRank) {
  for (const bool fixed : {false, true}) {
    for (const bool periodic : {false, true}) {
      const VertexMesh mesh{
          .n_elements = {8, 8, 8}, .periodic = periodic, .displacement = 0.25, .fixed = fixed};
      std::vector<double> u;
      const int n = iterations(mesh, u);
      EXPECT_LE(n, world_.size() == 1 ? 2 : 14);
    }
  }
}

TEST_F(VertexSchwarz, LeadsToTheSolutionOfCholeskyOnAnyRanks) {
  const auto self = comm::Communicator::self();
  for (const bool empty : {false, true}) {
    const VertexMesh mesh{.n_elements = {7, 6, 8}, .displacement = 0.3, .last_rank_empty = empty};
    std::vector<double> u;
    iterations(mesh, u);
    const auto f = mesh.shares(self);
    std::vector<double> expected(f.size());
    make_sparse_cholesky(mesh.problem(self), self)(f, expected);
    const auto first = static_cast<std::size_t>(mesh.range(world_.rank(), world_.size())[0]) * 8;
    for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], expected[first + q], 1e-7);
  }
}

TEST_F(VertexSchwarz, IsLinearContinuousAndTheSameEveryTime) {
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {6, 7, 5}, .displacement = 0.3, .fixed = fixed};
    const auto problem = mesh.problem(world_);
    const VertexOperator op(problem, world_);
    const auto solve = make_vertex_schwarz(problem, world_);
    const auto f = mesh.shares(world_, 1), g = mesh.shares(world_, 2);
    auto sum = f;
    for (std::size_t q = 0; q < f.size(); ++q) sum[q] = f[q] - 3 * g[q];
    std::vector<double> u(f.size()), v(f.size()), w(f.size()), again(f.size());
    solve(f, u);
    solve(g, v);
    solve(sum, w);
    make_vertex_schwarz(problem, world_)(f, again);
    EXPECT_EQ(u, again);
    EXPECT_EQ(op.jump(u), 0);
    const double scale = op.norm(u);
    for (std::size_t q = 0; q < f.size(); ++q) EXPECT_NEAR(w[q], u[q] - 3 * v[q], 1e-12 * scale);
    if (!fixed) {
      EXPECT_NEAR(op.mean(u), 0, 1e-13 * scale);
    }
  }
}

TEST_F(VertexSchwarz, IgnoresTheConstantPartOfASingularRightHandSide) {
  const VertexMesh mesh{.n_elements = {4, 4, 4}, .periodic = true, .displacement = 0.2};
  const auto solve = make_vertex_schwarz(mesh.problem(world_), world_);
  auto f = mesh.shares(world_);
  std::vector<double> u(f.size()), shifted(f.size());
  solve(f, u);
  for (double& value : f) value += 0.125;  // eight shares a vertex
  solve(f, shifted);
  for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], shifted[q], 1e-12);
}

TEST_F(VertexSchwarz, SolvesProblemsWithoutUnknownsAndRefusesOtherLengths) {
  for (const bool fixed : {false, true}) {
    const VertexMesh mesh{.n_elements = {1, 1, 1}, .periodic = true, .fixed = fixed};
    std::vector<double> u(mesh.shares(world_).size(), 1.0);
    make_vertex_schwarz(mesh.problem(world_), world_)(mesh.shares(world_), u);
    for (const double value : u) EXPECT_EQ(value, 0);
  }
  const VertexMesh mesh{.n_elements = {3, 3, 3}, .fixed = true};
  std::vector<double> f(5), u(5);
  EXPECT_THROW(make_vertex_schwarz(mesh.problem(world_), world_)(f, u), base::Error);
}

/// The product with what the layer holds is that of all rows at once.
TEST(VertexLayer, HasTheRowsAndValuesOfItsVertices) {
  const auto world = comm::Communicator::world();
  const VertexMesh mesh{.n_elements = {5, 4, 6}, .displacement = 0.2};
  const auto problem = mesh.problem(world);
  const VertexNumbering numbering(problem.ids, world);
  const VertexRows own = assemble_rows(problem, numbering, world), all = replicate(own, world);
  VertexLayer layer(own, world);
  const auto value = [](std::int64_t vertex) {
    return std::sin(0.3 * static_cast<double>(vertex));
  };
  std::vector<double> x(layer.size(), -9.0), f(layer.n_owned(), 0.0), r(layer.n_owned());
  for (std::size_t i = 0; i < layer.n_owned(); ++i) x[i] = value(layer.vertices()[i]);
  layer.fill(x);
  for (std::size_t i = 0; i < layer.size(); ++i) EXPECT_EQ(x[i], value(layer.vertices()[i]));
  layer.residual(f, x, r);
  for (std::size_t i = 0; i < layer.n_owned(); ++i) {
    const auto row = static_cast<std::size_t>(layer.vertices()[i]);
    double product = 0;
    for (std::size_t j = all.offsets[row]; j < all.offsets[row + 1]; ++j)
      product += all.values[j] * value(all.columns[j]);
    EXPECT_NEAR(r[i], -product, 1e-13);
  }
  // Each row holds what the whole matrix has between two vertices of the layer.
  for (std::size_t i = 0; i < layer.size(); ++i)
    for (std::size_t j = layer.rows().offsets[i]; j < layer.rows().offsets[i + 1]; ++j) {
      const auto row = static_cast<std::size_t>(layer.vertices()[i]);
      const auto begin = all.columns.begin() + static_cast<std::ptrdiff_t>(all.offsets[row]),
                 end = all.columns.begin() + static_cast<std::ptrdiff_t>(all.offsets[row + 1]);
      const auto column = layer.vertices()[static_cast<std::size_t>(layer.rows().columns[j])];
      const auto found = std::lower_bound(begin, end, column);
      ASSERT_TRUE(found != end && *found == column);
      EXPECT_EQ(layer.rows().values[j],
                all.values[static_cast<std::size_t>(found - all.columns.begin())]);
    }
}

}  // namespace
}  // namespace lobatto::precond
