#include "direct/lines/element_waves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "line_cases.hpp"
#include "wave_basis.hpp"

namespace lobatto {
namespace {

using direct::ElementWaves;

constexpr int n_waves = 11;
constexpr std::size_t node_stride = 13, folded_stride = 16;

/// Every kind of length: none, primes with and without a butterfly of their own, powers, products.
constexpr int lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                           12, 14, 15, 16, 18, 20, 24, 26, 30, 48, 64};

class Waves : public testing::TestWithParam<int> {};

// Q^T by the fast way against its columns, and Q likewise.
TEST_P(Waves, FoldAndUnfoldByTheirFunctions) {
  const int order = GetParam();
  for (const int n_elements : lengths) {
    SCOPED_TRACE(n_elements);
    const ElementWaves waves(n_elements, order);
    const int n = waves.size();
    ASSERT_EQ(n, n_elements * order);
    ASSERT_EQ(static_cast<int>(waves.functions().size()), n);
    const poly::Matrix q = test::wave_basis(waves, n_elements);
    const auto nodes = test::random_values(n * node_stride);
    auto folded = test::random_values(n * folded_stride, 2);
    const auto modes = test::random_values(n * folded_stride, 3);
    std::vector<double> back(nodes.size()), work(waves.work_rows() * folded_stride);
    waves.fold(nodes.data(), node_stride, folded.data(), folded_stride, n_waves, work.data());
    waves.unfold(modes.data(), folded_stride, back.data(), node_stride, n_waves, work.data());
    double error = 0;
    for (int l = 0; l < n_waves; ++l) {
      for (int f = 0; f < n; ++f) {
        double there = 0, here = 0;
        for (int a = 0; a < n; ++a) {
          there += q(a, f) * nodes[a * node_stride + l];
          here += q(f, a) * modes[a * folded_stride + l];
        }
        error = std::max({error, std::abs(folded[f * folded_stride + l] - there),
                          std::abs(back[f * node_stride + l] - here)});
      }
    }
    EXPECT_LT(error, 1e-12 * n);
  }
}

// What makes the blocks independent of each other, and one matrix do for real and imaginary parts.
TEST_P(Waves, AreOrthogonal) {
  const int order = GetParam();
  for (const int n_elements : {1, 2, 5, 12}) {
    const ElementWaves waves(n_elements, order);
    const poly::Matrix q = test::wave_basis(waves, n_elements),
                       product = poly::multiply(poly::transpose(q), q);
    for (int f = 0; f < waves.size(); ++f)
      for (int g = 0; g < waves.size(); ++g)
        if (f == g)
          EXPECT_GT(product(f, f), 0.4 * n_elements);
        else
          EXPECT_NEAR(product(f, g), 0, 1e-12 * n_elements);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, Waves, testing::Values(1, 2, 3, 4, 5, 8));

}  // namespace
}  // namespace lobatto
