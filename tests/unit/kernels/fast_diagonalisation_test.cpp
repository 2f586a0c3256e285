#include "kernels/batches/fast_diagonalisation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "one_lane.hpp"
#include "poly/line_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using poly::EndCondition;
using poly::LineConditions;

/// Assembled matrices of a line and its modes, padded with zero modes of eigenvalue 1.
struct Line {
  Line(std::vector<double> ticks, int order, LineConditions conditions)
      : operators(poly::assemble_line(ticks, order, false)),
        n(operators.stiffness.rows),
        vectors(static_cast<std::size_t>(n) * n),
        eigenvalues(n, 1.0) {
    const auto modes = poly::line_modes(ticks, order, conditions);
    for (int m = 0; m < modes.vectors.cols; ++m) {
      eigenvalues[m] = modes.eigenvalues[m];
      for (int a = 0; a < n; ++a) vectors[a * n + m] = modes.vectors(a, m);
    }
    fixed.resize(n);
    fixed.front() = conditions.lower == EndCondition::dirichlet;
    fixed.back() = conditions.upper == EndCondition::dirichlet;
  }
  poly::LineOperators operators;
  int n;
  std::vector<double> vectors, eigenvalues;
  std::vector<bool> fixed;
};

/// The dense block problem of three lines with equal numbers of nodes.
template <class Real>
struct Block {
  std::array<Line, 3> lines;

  [[nodiscard]] int n() const { return lines[0].n; }
  [[nodiscard]] int size() const { return n() * n() * n(); }
  [[nodiscard]] std::array<int, 3> node(int q) const {
    return {q % n(), q / n() % n(), q / (n() * n())};
  }
  [[nodiscard]] bool fixed(int q) const {
    return lines[0].fixed[node(q)[0]] || lines[1].fixed[node(q)[1]] || lines[2].fixed[node(q)[2]];
  }
  [[nodiscard]] double mass(int q) const {
    return lines[0].operators.mass[node(q)[0]] * lines[1].operators.mass[node(q)[1]] *
           lines[2].operators.mass[node(q)[2]];
  }
  /// Entry (p, q) of K_x M_y M_z + M_x K_y M_z + M_x M_y K_z.
  [[nodiscard]] double entry(int p, int q) const {
    double sum = 0;
    for (int d = 0; d < 3; ++d) {
      double term = 1;
      for (int t = 0; t < 3; ++t) {
        const int a = node(p)[t], b = node(q)[t];
        term *= t == d   ? lines[t].operators.stiffness(a, b)
                : a == b ? lines[t].operators.mass[a]
                         : 0.0;
      }
      sum += term;
    }
    return sum;
  }
  /// Zero at the fixed nodes.
  [[nodiscard]] std::vector<double> multiply(const std::vector<double>& u) const {
    std::vector<double> f(u.size());
    for (int p = 0; p < size(); ++p)
      for (int q = 0; q < size() && !fixed(p); ++q) f[p] += entry(p, q) * u[q];
    return f;
  }
  /// `factor` times the solution without `margin` nodes at each end.
  [[nodiscard]] std::vector<double> solve(const std::vector<double>& f, int margin = 0,
                                          double factor = 1) const {
    const test::OneLane<Real> one(n());
    FastDiagonalisation<Real> solver(one.arithmetic(), n(), margin);
    EXPECT_EQ(solver.block_size(), f.size());
    // Other lanes have other modes.
    std::array<base::AlignedArray<Real>, 3> vectors, eigenvalues;
    std::array<typename FastDiagonalisation<Real>::Line, 3> views;
    for (int d = 0; d < 3; ++d) {
      vectors[d] = one.spread(lines[d].vectors, 0.7);
      eigenvalues[d] = one.spread(lines[d].eigenvalues, 1.1);
      views[d] = {vectors[d].data(), eigenvalues[d].data()};
    }
    const std::size_t n_wanted = n() - 2 * margin;
    base::AlignedArray<Real> out(n_wanted * n_wanted * n_wanted * one.n_lanes());
    out.fill(7);
    solver.solve(views, one.spread(f).data(), static_cast<Real>(factor), false, out.data());
    // Once more to what is there: twice the result, exactly.
    solver.solve(views, one.spread(f).data(), static_cast<Real>(factor), true, out.data());
    for (Real& value : out) value /= 2;
    return one.take(out);
  }
};

template <class Real>
class FastDiagonalisationTest : public testing::Test {
 protected:
  static constexpr double tolerance = 2e3 * std::numeric_limits<Real>::epsilon();
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(FastDiagonalisationTest, Precisions);

TYPED_TEST(FastDiagonalisationTest, InvertsTheDenseOperator) {
  constexpr LineConditions wall_free{EndCondition::dirichlet, EndCondition::neumann},
      walls{EndCondition::dirichlet, EndCondition::dirichlet}, free_ends{};
  for (const int order : {2, 3, 4}) {
    const Block<TypeParam> block{{{{{0, 1, 1.7}, order, wall_free},
                                   {{0, 0.3, 1.1}, order, free_ends},
                                   {{-1, 1, 2}, order, walls}}}};
    auto u = test::random_values(static_cast<std::size_t>(block.size()), 3);
    for (int q = 0; q < block.size(); ++q)
      if (block.fixed(q)) u[q] = 0;
    EXPECT_LT(test::relative_difference(block.solve(block.multiply(u)), u), this->tolerance);
  }
}

TYPED_TEST(FastDiagonalisationTest, GivesOnlyTheNodesThatAreWantedTimesAFactor) {
  constexpr LineConditions wall_free{EndCondition::dirichlet, EndCondition::neumann};
  const Block<TypeParam> block{
      {{{{0, 1, 1.7}, 3, wall_free}, {{0, 0.3, 1.1}, 3, wall_free}, {{-1, 1, 2}, 3, wall_free}}}};
  const auto f = test::random_values(static_cast<std::size_t>(block.size()), 8);
  const auto all = block.solve(f);
  for (const int margin : {1, 2}) {
    const auto is_wanted = [&](int i) { return i >= margin && i < block.n() - margin; };
    std::vector<double> expected;
    for (int q = 0; q < block.size(); ++q)
      if (is_wanted(block.node(q)[0]) && is_wanted(block.node(q)[1]) && is_wanted(block.node(q)[2]))
        expected.push_back(0.3 * all[q]);
    EXPECT_LT(test::relative_difference(block.solve(f, margin, 0.3), expected), this->tolerance);
  }
}

TYPED_TEST(FastDiagonalisationTest, LeavesFixedNodesAtZeroWhateverTheRightHandSide) {
  constexpr LineConditions walls{EndCondition::dirichlet, EndCondition::dirichlet};
  const Block<TypeParam> block{
      {{{{0, 1, 2}, 3, walls}, {{0, 1, 2}, 3, walls}, {{0, 1, 2}, 3, walls}}}};
  const auto u = block.solve(test::random_values(static_cast<std::size_t>(block.size()), 4));
  for (int q = 0; q < block.size(); ++q) {
    if (block.fixed(q)) {
      EXPECT_EQ(u[q], 0.0);
    }
  }
}

TYPED_TEST(FastDiagonalisationTest, GivesTheSolutionOfZeroMeanWhereNothingFixesTheLevel) {
  const Block<TypeParam> block{{{{{0, 1, 3}, 3, {}}, {{0, 0.5, 1}, 3, {}}, {{1, 2, 4}, 3, {}}}}};
  auto u = test::random_values(static_cast<std::size_t>(block.size()), 5);
  double mean = 0, volume = 0;
  for (int q = 0; q < block.size(); ++q) {
    mean += block.mass(q) * u[q];
    volume += block.mass(q);
  }
  for (double& value : u) value -= mean / volume;
  EXPECT_LT(test::relative_difference(block.solve(block.multiply(u)), u), this->tolerance);
}

}  // namespace
}  // namespace lobatto::kernels
