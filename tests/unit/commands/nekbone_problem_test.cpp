#include "commands/bench/nekbone_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "commands/bench/bench.hpp"

namespace lobatto::commands {
namespace {

TEST(NekboneProblem, ElementsOfARankAreNearlyACubeOrALine) {
  EXPECT_EQ(local_elements(NekboneShape::box, 512), (std::array{8, 8, 8}));
  EXPECT_EQ(local_elements(NekboneShape::box, 64), (std::array{4, 4, 4}));
  EXPECT_EQ(local_elements(NekboneShape::box, 12), (std::array{3, 2, 2}));
  EXPECT_EQ(local_elements(NekboneShape::box, 7), (std::array{7, 1, 1}));
  EXPECT_EQ(local_elements(NekboneShape::box, 1), (std::array{1, 1, 1}));
  EXPECT_EQ(local_elements(NekboneShape::line, 12), (std::array{1, 1, 12}));
}

TEST(NekboneProblem, RankGrid) {
  const auto grid_of = [](const NekboneSize& size, int n_ranks) {
    const auto grid = rank_grid(size, n_ranks);
    return std::array{grid.n_y, grid.n_z};
  };
  NekboneSize size;
  EXPECT_EQ(grid_of(size, 1), (std::array{1, 1}));
  EXPECT_EQ(grid_of(size, 12), (std::array{3, 4}));
  EXPECT_EQ(grid_of(size, 7), (std::array{1, 7}));
  size.grid = {6, 2};
  EXPECT_EQ(grid_of(size, 12), (std::array{6, 2}));
  EXPECT_THROW(rank_grid(size, 8), base::Error);
  size.grid.reset();
  size.shape = NekboneShape::line;
  EXPECT_EQ(grid_of(size, 4), (std::array{1, 4}));
}

TEST(NekboneProblem, EveryRankHasTheSameBlock) {
  const auto world = comm::Communicator::world();
  for (const auto& grid : {std::array{1, world.size()}, std::array{world.size(), 1}}) {
    const NekboneProblem problem({NekboneGeometry::box, NekboneShape::box, 3, 12, grid}, {}, world);
    const mesh::BoxMesh& box = *problem.space().box();
    EXPECT_EQ(box.n_x(), 3);
    EXPECT_EQ(box.local.n_y(), 2);
    EXPECT_EQ(box.local.n_z(), 2);
    EXPECT_EQ(box.grid.n_y, grid[0]);
    EXPECT_EQ(box.axes[1].n_elements(), 2 * grid[0]);
    EXPECT_EQ(box.axes[2].n_elements(), 2 * grid[1]);
  }
}

/// The derivative of the values on a line of nodes, [n] with a stride, at its node i.
double slope(const poly::Matrix& derivative, const double* line, int stride, int i) {
  double sum = 0;
  for (int l = 0; l < derivative.cols; ++l) sum += derivative(i, l) * line[l * stride];
  return sum;
}

/// The weak form as it is written, (grad v, grad u) by quadrature, node by node.
space::Field stiffness_image(const space::FunctionSpace& space, std::span<const double> u) {
  space::Field image = space.make_field();
  const int n = space.n();
  const std::array<int, 3> strides{1, n, n * n};
  for (int e = 0; e < space.n_elements(); ++e) {
    const double* of_element = u.data() + e * space.element_size();
    double* out = image.data() + e * space.element_size();
    for (int q = 0; q < n * n * n; ++q) {
      const auto metric = space.metric(e, q);
      const std::array<int, 3> index{q % n, q / n % n, q / (n * n)};
      std::array<double, 3> gradient{};
      for (int a = 0; a < 3; ++a) {
        const double* line = of_element + q - index[a] * strides[a];
        const double reference = slope(space.derivative(), line, strides[a], index[a]);
        for (int b = 0; b < 3; ++b) gradient[b] += metric[a][b] * reference;
      }
      for (int a = 0; a < 3; ++a) {
        double flux = 0;
        for (int b = 0; b < 3; ++b) flux += metric[a][b] * gradient[b];
        for (int l = 0; l < n; ++l)
          out[q + (l - index[a]) * strides[a]] +=
              space.mass(e)(q) * space.derivative()(index[a], l) * flux;
      }
    }
  }
  space.gather_scatter().add(image);
  return image;
}

/// |f - A u| / |f| without the operators of the solvers; u must vanish on the boundary.
double true_reduction(const NekboneProblem& problem) {
  const auto& space = problem.space();
  const auto image = stiffness_image(space, problem.solution());
  const auto ids = space.node_ids();
  const auto shares = problem.norm_weight();
  const auto& axes = space.box()->axes;
  double residual = 0, load = 0;
  for (std::size_t q = 0; q < image.size(); ++q) {
    auto rest = ids[q];
    bool fixed = false;
    for (const auto& axis : axes) {
      const auto last = static_cast<std::int64_t>(axis.n_elements()) * space.order();
      fixed = fixed || rest % (last + 1) == 0 || rest % (last + 1) == last;
      rest /= last + 1;
    }
    const double f = problem.right_hand_side()[q];
    if (fixed) {
      EXPECT_EQ(problem.solution()[q], 0.0);
      EXPECT_EQ(f, 0.0);
      continue;
    }
    residual += shares[q] * (f - image[q]) * (f - image[q]);
    load += shares[q] * f * f;
  }
  return std::sqrt(space.communicator().sum(residual) / space.communicator().sum(load));
}

constexpr NekboneMethod conjugate_gradients(int max_iterations, double reduction = 0) {
  return {NekbonePreconditioner::none, max_iterations, reduction};
}
constexpr NekboneMethod multigrid(int max_iterations, double reduction = 0) {
  return {NekbonePreconditioner::multigrid, max_iterations, reduction};
}

/// Every geometry with every shape, and each of them with both numbers of nodes.
std::vector<NekboneSize> various_sizes() {
  return {{NekboneGeometry::box, NekboneShape::box, 4, 4, std::nullopt},
          {NekboneGeometry::box, NekboneShape::line, 9, 4, std::nullopt},
          {NekboneGeometry::general, NekboneShape::box, 9, 4, std::nullopt},
          {NekboneGeometry::general, NekboneShape::line, 4, 4, std::nullopt}};
}

TEST(NekboneProblem, ConjugateGradientsSolveIt) {
  const auto world = comm::Communicator::world();
  for (const auto& size : various_sizes()) {
    NekboneProblem few(size, conjugate_gradients(5), world);
    EXPECT_EQ(few.n_points(), static_cast<std::size_t>(4 * size.n * size.n * size.n));
    EXPECT_EQ(few.space().n_global_elements(), 4 * world.size());
    const auto report = few.solve();
    EXPECT_EQ(report.iterations, 5);
    const double early = true_reduction(few);
    EXPECT_NEAR(early, report.residual / report.initial_residual, 1e-10);
    EXPECT_NEAR(early, few.residual_reduction(), 1e-10);
    NekboneProblem many(size, conjugate_gradients(400, 1e-10), world);
    EXPECT_LT(many.solve().iterations, 400);
    EXPECT_LT(true_reduction(many), std::min(1e-9, 1e-3 * early)) << size.n;
  }
}

TEST(NekboneProblem, MultigridSolvesItInFewIterations) {
  const auto world = comm::Communicator::world();
  for (const auto& size : various_sizes()) {
    NekboneProblem problem(size, multigrid(100, 1e-8), world);
    const auto report = problem.solve();
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, size.geometry == NekboneGeometry::box ? 12 : 20);
    const double reduction = true_reduction(problem);
    EXPECT_LT(reduction, 1.01e-8);
    EXPECT_NEAR(reduction, report.residual / report.initial_residual, 1e-10);
    EXPECT_NEAR(reduction, problem.residual_reduction(), 1e-12);
  }
}

TEST(NekboneProblem, BothMethodsHaveOneSolution) {
  const auto world = comm::Communicator::world();
  for (const auto& size : various_sizes()) {
    NekboneProblem a(size, conjugate_gradients(1000, 1e-12), world);
    NekboneProblem b(size, multigrid(100, 1e-12), world);
    EXPECT_TRUE(a.solve().converged);
    EXPECT_TRUE(b.solve().converged);
    const double scale = a.space().max_abs(a.solution());
    ASSERT_GT(scale, 0.0);
    double difference = 0;
    for (std::size_t q = 0; q < a.n_points(); ++q)
      difference = std::max(difference, std::abs(a.solution()[q] - b.solution()[q]));
    EXPECT_LT(difference, 1e-9 * scale);
  }
}

TEST(NekboneProblem, StopsAtTheReductionOrAfterTheIterations) {
  const auto world = comm::Communicator::world();
  const NekboneSize size{NekboneGeometry::general, NekboneShape::box, 5, 4, {}};
  for (const auto preconditioner :
       {NekbonePreconditioner::none, NekbonePreconditioner::multigrid}) {
    constexpr double reduction = 1e-4;
    NekboneProblem problem(size, {preconditioner, 100, reduction}, world);
    const auto report = problem.solve();
    EXPECT_TRUE(report.converged);
    EXPECT_LE(true_reduction(problem), reduction);
    const int enough = report.iterations;
    ASSERT_GT(enough, 1);
    NekboneProblem shorter(size, {preconditioner, enough - 1, reduction}, world);
    EXPECT_FALSE(shorter.solve().converged);
    EXPECT_GT(true_reduction(shorter), reduction);
    NekboneProblem longer(size, {preconditioner, enough + 2, 0}, world);
    EXPECT_EQ(longer.solve().iterations, enough + 2);
    EXPECT_LT(true_reduction(longer), reduction);
  }
}

/// The same mesh, cut differently, has the same iterations and residuals.
TEST(NekboneProblem, RanksAgreeWithOneRank) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  for (const auto geometry : {NekboneGeometry::box, NekboneGeometry::general}) {
    for (const auto& method : {conjugate_gradients(30), multigrid(100, 1e-9)}) {
      const NekboneSize part{geometry, NekboneShape::line, 6, 12 / world.size(), {}};
      const NekboneSize whole{geometry, NekboneShape::line, 6, 12, {}};
      NekboneProblem shared(part, method, world), alone(whole, method, self);
      const auto a = shared.solve(), b = alone.solve();
      EXPECT_EQ(a.iterations, b.iterations);
      EXPECT_NEAR(a.initial_residual, b.initial_residual, 1e-12 * b.initial_residual);
      EXPECT_NEAR(a.residual, b.residual, 1e-8 * b.initial_residual);
      EXPECT_NEAR(shared.space().rms(shared.solution()), alone.space().rms(alone.solution()),
                  1e-7 * alone.space().rms(alone.solution()));
    }
  }
}

TEST(NekboneProblem, CountsOperationsAndBytes) {
  const auto self = comm::Communicator::self();
  const auto cost_of = [&](NekboneGeometry geometry, const NekboneMethod& method) {
    NekboneProblem problem({geometry, NekboneShape::box, 5, 2, {}}, method, self);
    EXPECT_EQ(problem.solve().iterations, method.max_iterations);
    return problem.solve_cost();
  };
  const auto box = cost_of(NekboneGeometry::box, conjugate_gradients(4));
  const auto general = cost_of(NekboneGeometry::general, conjugate_gradients(4));
  EXPECT_EQ(box.bytes, 4 * 72.0 * 250);
  EXPECT_EQ(general.bytes, 4 * 120.0 * 250);
  EXPECT_EQ(box.flops, 4 * (12.0 * 5 + 34.0) * 250);
  EXPECT_EQ(general.flops, box.flops);
  // A V-cycle works on each level with the operator twice and the smoother twice.
  const auto one = cost_of(NekboneGeometry::general, multigrid(1));
  const auto two = cost_of(NekboneGeometry::general, multigrid(2));
  EXPECT_GT(two.flops - one.flops, 3.0 * 12.0 * 5 * 250);
  EXPECT_GT(two.bytes - one.bytes, (8 + 2 * 4) * 6.0 * 250);
}

TEST(BenchNekbone, FileHoldsARowForEveryPair) {
  const auto world = comm::Communicator::world();
  const std::string file = testing::TempDir() + "/nekbone-" + std::to_string(world.size());
  BenchNekboneOptions options;
  options.elements = "2,4";
  options.nodes = "3:4";
  options.n_iterations = 7;
  options.json_file = file;
  ASSERT_EQ(bench_nekbone_command(options, world), 0);
  world.barrier();
  nlohmann::json document;
  std::ifstream(file) >> document;
  EXPECT_GT(document["stream_gbs"].get<double>(), 0.0);
  EXPECT_GT(document["peak_gflops"].get<double>(), 0.0);
  EXPECT_EQ(document["preconditioner"], "none");
  EXPECT_EQ(document["reduction"], 0.0);
  ASSERT_EQ(document["rows"].size(), 8u);
  const auto& row = document["rows"].back();
  EXPECT_EQ(row["geometry"], "general");
  EXPECT_EQ(row["n"], 4);
  EXPECT_EQ(row["elements_per_rank"], 4);
  EXPECT_EQ(row["ranks"], world.size());
  EXPECT_EQ(row["iterations"], 7);
  EXPECT_LT(row["residual_reduction"].get<double>(), 1.0);
  const double rate = 4 * 64 * 7 / row["seconds"].get<double>();
  EXPECT_NEAR(row["mpoints_per_second_per_rank"].get<double>() / (1e-6 * rate), 1.0, 1e-12);
  EXPECT_NEAR(row["gflops_per_rank"].get<double>() / (1e-9 * rate * (12 * 4 + 34)), 1.0, 1e-12);
  EXPECT_NEAR(row["gbs_per_rank"].get<double>() / (1e-9 * rate * 120), 1.0, 1e-12);
}

TEST(BenchNekbone, MultigridStopsAtTheDefaultReduction) {
  const auto world = comm::Communicator::world();
  const std::string file = testing::TempDir() + "/nekbone-mg-" + std::to_string(world.size());
  BenchNekboneOptions options;
  options.elements = "8";
  options.nodes = "6";
  options.preconditioner = NekbonePreconditioner::multigrid;
  options.json_file = file;
  ASSERT_EQ(bench_nekbone_command(options, world), 0);
  world.barrier();
  nlohmann::json document;
  std::ifstream(file) >> document;
  EXPECT_EQ(document["preconditioner"], "multigrid");
  EXPECT_EQ(document["reduction"], 1e-8);
  ASSERT_EQ(document["rows"].size(), 2u);
  for (const auto& row : document["rows"]) {
    EXPECT_LT(row["iterations"].get<int>(), 20);
    EXPECT_LT(row["residual_reduction"].get<double>(), 1.01e-8);
    EXPECT_GT(row["gflops_per_rank"].get<double>(), 0.0);
    const double rate = 8 * 216 * row["iterations"].get<int>() / row["seconds"].get<double>();
    EXPECT_NEAR(row["mpoints_per_second_per_rank"].get<double>() / (1e-6 * rate), 1.0, 1e-12);
  }
}

TEST(BenchNekbone, MistakesAreErrors) {
  const auto world = comm::Communicator::world();
  BenchNekboneOptions options;
  options.grid = "2by3";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
  options.grid = "50x50";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
  options.grid.reset();
  options.nodes = "1";
  EXPECT_THROW(bench_nekbone_command(options, world), base::Error);
  options.nodes = "4";
  for (const double wrong : {1.0, -1e-8, std::nan("")}) {
    options.reduction = wrong;
    EXPECT_THROW(bench_nekbone_command(options, world), base::Error) << wrong;
  }
}

}  // namespace
}  // namespace lobatto::commands
