// On the Poisson and Helmholtz problem of a line of finite elements, cut over the ranks:
// unassembled values, shared nodes, ends held at zero.
#include "krylov/merged_conjugate_gradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "gs/gather_scatter.hpp"
#include "gs/work_order.hpp"

namespace lobatto::krylov {
namespace {

using Vector = std::vector<double>;

/// -u'' + c u by linear elements of length 1, every element with its two nodes; n_elements over all
/// ranks, the first and the last node held at zero.
class Line {
 public:
  Line(int n_elements, double c)
      : c_(c),
        n_elements_(n_elements),
        begin_(n_elements * world_.rank() / world_.size()),
        end_(n_elements * (world_.rank() + 1) / world_.size()),
        ids_(make_ids()),
        sums_(ids_, world_) {}

  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  [[nodiscard]] std::span<const double> weight() const { return sums_.inverse_multiplicity(); }
  [[nodiscard]] const comm::Communicator& world() const { return world_; }
  [[nodiscard]] gs::WorkOrder order(std::size_t block_size) const { return {sums_, 2, block_size}; }

  double apply_block(const base::Block& block, const double* p, double* w) const {
    double energy = 0;
    for (std::size_t q = block.first; q < block.first + block.n_values; q += 2) {
      w[q] = p[q] - p[q + 1] + c_ * p[q] / 2;
      w[q + 1] = p[q + 1] - p[q] + c_ * p[q + 1] / 2;
      energy += p[q] * w[q] + p[q + 1] * w[q + 1];
    }
    return energy;
  }
  void assemble(std::span<const std::span<double>> fields) const {
    sums_.add(fields);
    zero_ends(fields);
  }
  void zero_ends(std::span<const std::span<double>> fields) const {
    for (const auto& field : fields) {
      for (std::size_t q = 0; q < size(); ++q)
        if (ids_[q] == 0 || ids_[q] == n_elements_) field[q] = 0;
    }
  }
  void apply(std::span<const double> x, std::span<double> y) const {
    apply_block({0, size()}, x.data(), y.data());
    const std::span<double> fields[] = {y};
    assemble(fields);
  }
  /// The inverse of the assembled diagonal.
  [[nodiscard]] Vector inverse_diagonal() const { return Vector(size(), 1 / (2 + c_)); }
  [[nodiscard]] double inner(std::span<const double> x, std::span<const double> y) const {
    double sum = 0;
    for (std::size_t q = 0; q < size(); ++q) sum += weight()[q] * x[q] * y[q];
    return world_.sum(sum);
  }
  /// f(node), the same on all copies, zero at the ends.
  template <class Function>
  [[nodiscard]] Vector evaluate(Function&& f) const {
    Vector values;
    for (const auto id : ids_)
      values.push_back(id == 0 || id == n_elements_ ? 0.0 : f(static_cast<int>(id)));
    return values;
  }
  [[nodiscard]] Vector random(unsigned seed) const {
    return evaluate([&](int id) {
      std::mt19937 engine(seed + 1000u * static_cast<unsigned>(id));
      return std::uniform_real_distribution(-1.0, 1.0)(engine);
    });
  }

  /// Any number of right-hand sides; guesses and solutions in x.
  std::vector<SolveReport> solve(const std::vector<Vector>& rhs, std::vector<Vector>& x,
                                 const Tolerance& tolerance, bool preconditioned = false,
                                 std::size_t block_size = 6) const {
    std::vector<std::span<const double>> sources(rhs.begin(), rhs.end());
    std::vector<std::span<double>> targets(x.begin(), x.end());
    const gs::WorkOrder order = this->order(block_size);
    MergedConjugateGradients cg(weight(), order.blocks(), 3);
    return solve(cg, order, sources, targets, tolerance, preconditioned);
  }
  std::vector<SolveReport> solve(MergedConjugateGradients& cg, const gs::WorkOrder& order,
                                 std::span<const std::span<const double>> rhs,
                                 std::span<const std::span<double>> x, const Tolerance& tolerance,
                                 bool preconditioned) const {
    const Vector diagonal = preconditioned ? inverse_diagonal() : Vector{};
    const auto block = [&](const base::Block& b, const double* p, double* w,
                           const kernels::FieldsAhead& /*ahead*/) { return apply_block(b, p, w); };
    const auto whole = [&](std::span<const std::span<double>> fields,
                           AssembledOperator::Work work) {
      order.work_and_add(fields, work);
      zero_ends(fields);
    };
    const auto sum = [&](std::span<double> values) { world_.sum(values); };
    return cg.solve({block, whole}, {diagonal, sum}, rhs, x, tolerance);
  }

 private:
  [[nodiscard]] std::vector<std::int64_t> make_ids() const {
    std::vector<std::int64_t> ids;
    for (int e = begin_; e < end_; ++e) ids.insert(ids.end(), {e, e + 1});
    return ids;
  }

  double c_;
  int n_elements_;
  comm::Communicator world_ = comm::Communicator::world();
  int begin_, end_;
  std::vector<std::int64_t> ids_;
  gs::GatherScatter sums_;
};

double largest_difference(const Vector& x, const Vector& y) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

TEST(MergedConjugateGradients, SolutionOfThePoissonProblemIsExactAtTheNodes) {
  // -u'' = 2 by linear elements has u = x (L - x) at the nodes; the load of an inner node is 2.
  const Line line(37, 0.0);
  const std::vector<Vector> rhs = {line.evaluate([](int) { return 2.0; })};
  std::vector<Vector> x = {Vector(line.size(), 0.0)};
  const auto report = line.solve(rhs, x, {.relative = 1e-13}).front();
  EXPECT_TRUE(report.converged);
  EXPECT_LT(largest_difference(x[0], line.evaluate([](int i) { return i * (37.0 - i); })), 1e-9);
}

TEST(MergedConjugateGradients, EqualsADenseSolve) {
  // Gauss elimination of the assembled tridiagonal system, on every rank the whole of it.
  const int n = 41;
  const double c = 0.3;
  const Line line(n, c);
  const std::vector<Vector> rhs = {line.random(3)};
  Vector all(n + 1, 0.0);
  for (int i = 1; i < n; ++i) {
    std::mt19937 engine(3u + 1000u * static_cast<unsigned>(i));
    all[i] = std::uniform_real_distribution(-1.0, 1.0)(engine);
  }
  Vector diagonal(n + 1, 2 + c);
  for (int i = 2; i < n; ++i) {
    diagonal[i] -= 1 / diagonal[i - 1];
    all[i] += all[i - 1] / diagonal[i - 1];
  }
  for (int i = n - 1; i > 0; --i) all[i] = (all[i] + (i + 1 < n ? all[i + 1] : 0)) / diagonal[i];
  for (const bool preconditioned : {false, true}) {
    std::vector<Vector> x = {line.random(4)};
    const auto report = line.solve(rhs, x, {.relative = 1e-13}, preconditioned).front();
    EXPECT_TRUE(report.converged);
    EXPECT_LT(largest_difference(x[0], line.evaluate([&](int i) { return all[i]; })), 1e-10);
  }
}

TEST(MergedConjugateGradients, MakesTheStepsOfConjugateGradients) {
  const Line line(60, 0.1);
  const auto apply = [&](std::span<const double> p, std::span<double> w) { line.apply(p, w); };
  const Vector diagonal = line.inverse_diagonal();
  const auto jacobi = [&](std::span<const double> r, std::span<double> z) {
    for (std::size_t q = 0; q < r.size(); ++q) z[q] = diagonal[q] * r[q];
  };
  const auto inner = [&](std::span<const double> p, std::span<const double> q) {
    return line.inner(p, q);
  };
  const Vector rhs = line.random(5), guess = line.random(6);
  ConjugateGradients plain(line.size());
  for (int steps = 0; steps <= 12; ++steps) {
    const Tolerance exactly{.relative = 1e-15, .max_iterations = steps};
    Vector expected = guess;
    const auto twin = plain.solve(apply, jacobi, inner, rhs, expected, exactly);
    std::vector<Vector> x = {guess};
    const auto report = line.solve({rhs}, x, exactly, true).front();
    EXPECT_EQ(report.iterations, steps);
    EXPECT_FALSE(report.converged);
    EXPECT_NEAR(report.initial_residual, twin.initial_residual, 1e-12);
    EXPECT_NEAR(report.residual, twin.residual, 1e-10 * twin.initial_residual);
    EXPECT_LT(largest_difference(x[0], expected), 1e-10);
  }
}

TEST(MergedConjugateGradients, BlocksOfAnySizeGiveTheSame) {
  const Line line(50, 0.05);
  const Vector rhs = line.random(7);
  std::vector<Vector> expected = {Vector(line.size(), 0.0)};
  const auto twin = line.solve({rhs}, expected, {.relative = 1e-11}, true, 2).front();
  for (const std::size_t block_size : {4ul, 10ul, 32ul, 1000ul}) {
    std::vector<Vector> x = {Vector(line.size(), 0.0)};
    const auto report = line.solve({rhs}, x, {.relative = 1e-11}, true, block_size).front();
    EXPECT_EQ(report.iterations, twin.iterations);
    EXPECT_LT(largest_difference(x[0], expected[0]), 1e-9);
  }
}

TEST(MergedConjugateGradients, OrderOfTheBlocksDoesNotMatter) {
  const Line line(53, 0.05);
  const Vector rhs = line.random(20);
  std::vector<Vector> expected = {Vector(line.size(), 0.0)};
  const auto twin = line.solve({rhs}, expected, {.relative = 1e-11}, true, 8).front();
  // Blocks of different lengths, the last ones first.
  std::vector<base::Block> blocks;
  for (std::size_t end = line.size(), length = 2; end > 0; length = length % 10 + 2) {
    const std::size_t n_values = std::min(length, end);
    blocks.push_back({end - n_values, n_values});
    end -= n_values;
  }
  const auto apply = [&](const base::Block& b, const double* p, double* w,
                         const kernels::FieldsAhead& /*ahead*/) {
    return line.apply_block(b, p, w);
  };
  const auto whole = [&](std::span<const std::span<double>> fields, AssembledOperator::Work work) {
    for (std::size_t b = 0; b < blocks.size(); ++b) work(b, blocks[b]);
    line.assemble(fields);
  };
  const auto sum = [&](std::span<double> values) { line.world().sum(values); };
  const Vector diagonal = line.inverse_diagonal();
  Vector x(line.size(), 0.0);
  const std::span<const double> sources[] = {rhs};
  const std::span<double> targets[] = {x};
  MergedConjugateGradients cg(line.weight(), blocks);
  const auto report =
      cg.solve({apply, whole}, {diagonal, sum}, sources, targets, {.relative = 1e-11}).front();
  EXPECT_EQ(report.iterations, twin.iterations);
  EXPECT_LT(largest_difference(x, expected[0]), 1e-9);
}

TEST(MergedConjugateGradients, ThreeComponentsAtOnceEqualOneAtATime) {
  // Of very different smoothness, so that each needs its own number of iterations.
  const Line line(64, 0.02);
  const double wave = std::numbers::pi / 64;
  const std::vector<Vector> rhs = {
      line.evaluate([&](int i) { return std::sin(3 * wave * i); }), line.random(8),
      line.evaluate([&](int i) { return std::sin(wave * i) + 0.1 * std::sin(40 * wave * i); })};
  std::vector<Vector> together(3, Vector(line.size(), 0.0));
  const auto reports = line.solve(rhs, together, {.relative = 1e-10});
  EXPECT_EQ(reports[0].iterations, 1);  // an eigenvector
  EXPECT_EQ(reports[2].iterations, 2);
  EXPECT_GT(reports[1].iterations, 20);
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<Vector> alone = {Vector(line.size(), 0.0)};
    const auto report = line.solve({rhs[c]}, alone, {.relative = 1e-10}).front();
    EXPECT_EQ(reports[c].iterations, report.iterations);
    EXPECT_EQ(reports[c].residual, report.residual);
    EXPECT_EQ(together[c], alone[0]);
  }
}

TEST(MergedConjugateGradients, ResidualCarriedAlongIsTheTrueOne) {
  const Line line(100, 0.01);
  const Vector rhs = line.random(9);
  for (const double tolerance : {1e-2, 1e-5, 1e-8}) {
    std::vector<Vector> x = {line.random(10)};
    const auto report = line.solve({rhs}, x, {.relative = tolerance}).front();
    Vector residual(line.size());
    line.apply(x[0], residual);
    for (std::size_t q = 0; q < residual.size(); ++q) residual[q] = rhs[q] - residual[q];
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.residual, tolerance * std::sqrt(line.inner(rhs, rhs)));
    const double exact = std::sqrt(line.inner(residual, residual));
    EXPECT_NEAR(report.residual, exact, 1e-3 * exact + 1e-13);
  }
}

TEST(MergedConjugateGradients, StopsInTheNormThatItIsGiven) {
  const Line line(100, 0.01);
  const Vector rhs = line.random(9), values = line.evaluate([](int i) { return 1.0 + i * i; });
  const gs::WorkOrder order = line.order(6);
  Vector norm_weight(line.size());
  for (std::size_t q = 0; q < norm_weight.size(); ++q)
    norm_weight[q] = line.weight()[q] * values[q];
  const auto norm = [&](const Vector& r) {
    double sum = 0;
    for (std::size_t q = 0; q < r.size(); ++q) sum += norm_weight[q] * r[q] * r[q];
    return std::sqrt(line.world().sum(sum));
  };
  for (const bool preconditioned : {false, true}) {
    Vector x = line.random(10), residual(line.size());
    MergedConjugateGradients cg(line.weight(), order.blocks(), 1, norm_weight);
    const std::span<const double> source[] = {rhs};
    const std::span<double> target[] = {x};
    const auto report =
        line.solve(cg, order, source, target, {.relative = 1e-5}, preconditioned).front();
    line.apply(x, residual);
    for (std::size_t q = 0; q < residual.size(); ++q) residual[q] = rhs[q] - residual[q];
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.residual, 1e-5 * norm(rhs));
    EXPECT_NEAR(report.residual, norm(residual), 1e-6 * norm(residual));
  }
}

TEST(MergedConjugateGradients, ZeroRightHandSideGivesZeroBesideOthers) {
  const Line line(20, 0.2);
  std::vector<Vector> x = {line.random(11), line.random(12)};
  const auto reports =
      line.solve({Vector(line.size(), 0.0), line.random(13)}, x, {.relative = 1e-9});
  EXPECT_TRUE(reports[0].converged);
  EXPECT_EQ(reports[0].iterations, 0);
  EXPECT_EQ(x[0], Vector(line.size(), 0.0));
  EXPECT_TRUE(reports[1].converged);
  EXPECT_GT(reports[1].iterations, 1);
}

TEST(MergedConjugateGradients, AnExactGuessIsLeftAlone) {
  const Line line(20, 0.2);
  const Vector solution = line.random(14);
  Vector rhs(line.size());
  line.apply(solution, rhs);
  std::vector<Vector> x = {solution};
  const auto report = line.solve({rhs}, x, {.relative = 1e-12}).front();
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x[0], solution);
}

TEST(MergedConjugateGradients, WhatIsNoNumberStopsAtOnce) {
  const Line line(20, 0.2);
  Vector broken = line.random(15);
  if (line.world().rank() == 0) broken[1] = std::numeric_limits<double>::quiet_NaN();
  std::vector<Vector> x = {Vector(line.size(), 0.0), Vector(line.size(), 0.0)};
  const auto reports = line.solve({broken, line.random(16)}, x, {.relative = 1e-9});
  EXPECT_FALSE(reports[0].converged);
  EXPECT_EQ(reports[0].iterations, 0);
  EXPECT_TRUE(reports[1].converged);
}

TEST(MergedConjugateGradients, AnOperatorThatIsNotPositiveStopsAtTheLastIterate) {
  const Line line(20, -10.0);
  std::vector<Vector> x = {Vector(line.size(), 0.0)};
  const auto report = line.solve({line.random(17)}, x, {.relative = 1e-9}).front();
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x[0], Vector(line.size(), 0.0));
}

TEST(MergedConjugateGradients, AnotherSolveRemembersNothing) {
  const Line line(30, 0.1);
  const Vector first = line.random(18), second = line.random(19);
  const gs::WorkOrder order = line.order(8);
  MergedConjugateGradients cg(line.weight(), order.blocks(), 1);
  const auto solve = [&](MergedConjugateGradients& solver, const Vector& rhs) {
    Vector x(line.size(), 0.0);
    const std::span<const double> source[] = {rhs};
    const std::span<double> target[] = {x};
    line.solve(solver, order, source, target, {.relative = 1e-10}, false);
    return x;
  };
  solve(cg, first);
  MergedConjugateGradients fresh(line.weight(), order.blocks(), 1);
  EXPECT_EQ(solve(cg, second), solve(fresh, second));
}

TEST(MergedConjugateGradients, WrongLengthsAndCountsAreErrors) {
  const Line line(12, 0.1);
  const Vector rhs(line.size(), 0.0), shorter(line.size() - 2, 0.0);
  std::vector<Vector> x = {rhs}, four(4, rhs), short_x = {shorter};
  EXPECT_THROW(line.solve({shorter}, x, {}), base::Error);
  EXPECT_THROW(line.solve({rhs}, short_x, {}), base::Error);
  EXPECT_THROW(line.solve({rhs, rhs}, x, {}), base::Error);
  EXPECT_THROW(line.solve({rhs, rhs, rhs, rhs}, four, {}), base::Error);
  const base::Block too_long[] = {{0, line.size() + 2}};
  EXPECT_THROW(MergedConjugateGradients(line.weight(), too_long), base::Error);
  const gs::WorkOrder order = line.order(8);
  EXPECT_THROW(MergedConjugateGradients(line.weight(), order.blocks(), 1, Vector(line.size() + 1)),
               base::Error);
}

}  // namespace
}  // namespace lobatto::krylov
