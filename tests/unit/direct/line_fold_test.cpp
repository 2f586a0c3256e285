#include "direct/lines/line_fold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "direct/lines/line_layout.hpp"
#include "line_cases.hpp"

namespace lobatto {
namespace {

using direct::LineFold;
using direct::LineLayout;
using direct::Orbit;

poly::Matrix without_fixed_nodes(const poly::Matrix& k, const LineLayout& layout) {
  poly::Matrix part(layout.n_unknowns, layout.n_unknowns);
  for (int a = 0; a < part.rows; ++a) {
    for (int b = 0; b < part.cols; ++b)
      part(a, b) = k(a + layout.first_unknown, b + layout.first_unknown);
  }
  return part;
}

int block_of(const LineFold& fold, int position) {
  int block = 0;
  while (fold.blocks()[block].begin + fold.blocks()[block].size <= position) ++block;
  return block;
}

TEST(LineFold, DecouplesTheBlocksOfMassAndStiffness) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    const LineFold fold(line.ticks, line.order, line.conditions);
    const LineLayout layout(static_cast<int>(line.ticks.size()) - 1, line.order, line.conditions);
    const auto operators = poly::assemble_line(line.ticks, line.order, layout.periodic);
    const poly::Matrix stiffness = without_fixed_nodes(operators.stiffness, layout);
    const poly::Matrix q = fold.basis();
    const poly::Matrix folded = poly::multiply(poly::transpose(q), poly::multiply(stiffness, q));
    double scale = 0;
    for (const double v : folded.values) scale = std::max(scale, std::abs(v));
    for (int a = 0; a < fold.size(); ++a) {
      for (int b = 0; b < fold.size(); ++b) {
        double mass = 0;
        for (int node = 0; node < fold.size(); ++node) {
          mass += q(node, a) * operators.mass[node + layout.first_unknown] * q(node, b);
        }
        if (block_of(fold, a) != block_of(fold, b)) {
          EXPECT_NEAR(folded(a, b), 0, 1e-12 * scale);
        }
        if (a == b) {
          EXPECT_GT(mass, 0);
        } else {
          EXPECT_NEAR(mass, 0, 1e-14);
        }
      }
    }
  }
}

TEST(LineFold, SplitsLinesByTheirSymmetries) {
  const auto largest_block = [](const LineFold& fold) {
    int largest = 0;
    for (const auto& block : fold.blocks()) largest = std::max(largest, block.size);
    return largest;
  };
  using enum poly::EndCondition;
  const poly::LineConditions walls{dirichlet, dirichlet}, closed{periodic, periodic};
  const LineFold dense(mesh::geometric_ticks(0, 1, 8, 1.1), 7, walls);
  EXPECT_TRUE(dense.trivial());
  EXPECT_EQ(dense.flops(), 0);
  EXPECT_EQ(largest_block(LineFold(mesh::sine_ticks(0, 1, 8, 0.3), 7, walls)), 28);
  EXPECT_EQ(largest_block(LineFold(mesh::uniform_ticks(0, 1, 8), 7, closed)), 14);
  EXPECT_EQ(largest_block(LineFold(mesh::uniform_ticks(0, 1, 2), 31, closed)), 16);
  EXPECT_EQ(largest_block(LineFold(mesh::sine_ticks(0, 1, 8, 0.3), 7, closed)), 29);
}

TEST(FoldNetwork, UnfoldIsTheTransposeOfFold) {
  constexpr int m = 16;
  const auto x = test::random_values(m, 1), y = test::random_values(m, 2);
  auto folded = x, unfolded = y;
  direct::fold_orbit<Orbit::mirrored, m>(folded.data());
  direct::unfold_orbit<Orbit::mirrored, m>(unfolded.data());
  double left = 0, right = 0;
  for (int i = 0; i < m; ++i) {
    left += folded[i] * y[i];
    right += x[i] * unfolded[i];
  }
  EXPECT_NEAR(left, right, 1e-14);
}

}  // namespace
}  // namespace lobatto
