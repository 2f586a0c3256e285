#include "precond/coarse/coarse_solvers.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "mesh/box_mesh.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;

VertexMesh box(std::array<int, 3> n_elements) {
  return {.n_elements = n_elements, .periodic = true, .lengths = {1, 3, 0.5}, .lattice_ids = true};
}

TEST(FftCoarse, AgreesWithCholesky) {
  const auto world = comm::Communicator::world();
  for (const auto& n :
       {std::array{6, 5, 8}, std::array{7, 4, 3}, std::array{1, 2, 6}, std::array{2, 1, 1}}) {
    VertexMesh mesh = box(n);
    mesh.last_rank_empty = n[0] == 7;
    const auto problem = mesh.problem(world);
    const test::VertexOperator op(problem, world);
    const auto f = mesh.shares(world);
    std::vector<double> u(f.size()), expected(f.size());
    make_fft_coarse(problem, n, world)(f, u);
    make_sparse_cholesky(problem, world)(f, expected);
    EXPECT_LT(op.residual(f, u), 1e-13);
    EXPECT_EQ(op.jump(u), 0);
    EXPECT_NEAR(op.mean(u), 0, 1e-14);
    for (std::size_t q = 0; q < u.size(); ++q) EXPECT_NEAR(u[q], expected[q], 1e-12);
  }
}

TEST(FftCoarse, TakesTheIdsOfABoxMesh) {
  const auto world = comm::Communicator::world();
  const std::array n{3, 4, 5};
  std::array<mesh::Axis, 3> axes;
  for (std::size_t d = 0; d < 3; ++d) {
    for (int i = 0; i <= n[d]; ++i) axes[d].ticks.push_back(0.1 * i);
    axes[d].periodic = true;
  }
  const auto mesh = mesh::make_box_mesh(axes, 1, world.rank(), world.size());
  const auto ids = mesh::global_node_ids(mesh);
  CoarseProblem problem;
  problem.singular = true;
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    std::copy_n(ids.data() + e * n_vertices, n_vertices, problem.ids.emplace_back().begin());
    problem.matrices.push_back(test::vertex_stiffness(
        VertexMesh{.n_elements = {1, 1, 1}, .lengths = {0.1, 0.1, 0.1}}.corners(0)));
  }
  std::vector<double> f, u(ids.size());
  for (std::size_t q = 0; q < ids.size(); ++q)
    f.push_back((q % n_vertices < 4 ? 1 : -1) * std::cos(static_cast<double>(q / n_vertices)));
  make_fft_coarse(problem, n, world)(f, u);
  EXPECT_LT(test::VertexOperator(problem, world).residual(f, u), 1e-13);
}

TEST(FftCoarse, RefusesAnythingElse) {
  const auto world = comm::Communicator::world();
  const std::array n{4, 4, 4};
  const auto refuses = [&](const VertexMesh& mesh, std::array<int, 3> n_elements) {
    EXPECT_THROW(make_fft_coarse(mesh.problem(world), n_elements, world), base::Error);
  };
  EXPECT_NO_THROW(make_fft_coarse(box(n).problem(world), n, world));
  refuses(box(n), {4, 4, 5});
  refuses(box(n), {8, 4, 2});
  refuses(box(n), {0, 4, 4});
  VertexMesh mesh = box(n);
  mesh.displacement = 1e-6;
  refuses(mesh, n);
  mesh = box(n);
  mesh.fixed = true;
  refuses(mesh, n);
  mesh = box(n);
  mesh.periodic = false;
  refuses(mesh, n);
  mesh = box(n);
  mesh.lattice_ids = false;
  refuses(mesh, n);
}

TEST(FftCoarse, RefusesMissingAndRepeatedElements) {
  const auto world = comm::Communicator::world();
  const std::array n{4, 4, 4};
  auto missing = box(n).problem(world), repeated = missing;
  if (world.rank() == 0) {
    missing.ids.pop_back();
    missing.matrices.pop_back();
    repeated.ids.front() = repeated.ids.back();
  }
  EXPECT_THROW(make_fft_coarse(missing, n, world), base::Error);
  EXPECT_THROW(make_fft_coarse(repeated, n, world), base::Error);
}

}  // namespace
}  // namespace lobatto::precond
