#include "machine/trials/random_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace lobatto::machine {
namespace {

/// Gaussian elimination with row pivoting, as in the textbook.
std::vector<double> solve(const RandomSystem& system) {
  const int n = system.n();
  std::vector<std::vector<double>> a(n, std::vector<double>(n + 1));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) a[i][j] = system.matrix(i, j);
    a[i][n] = system.right_hand_side(i);
  }
  for (int k = 0; k < n; ++k) {
    const auto pivot = std::max_element(a.begin() + k, a.end(), [k](const auto& x, const auto& y) {
      return std::abs(x[k]) < std::abs(y[k]);
    });
    std::swap(a[k], *pivot);
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  std::vector<double> x(n);
  for (int i = n - 1; i >= 0; --i) {
    x[i] = a[i][n];
    for (int j = i + 1; j < n; ++j) x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  return x;
}

TEST(RandomSystem, HasNumbersOfMeanZeroInTheUnitInterval) {
  const RandomSystem system(200);
  double sum = 0, squares = 0;
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 200; ++j) {
      const double a = system.matrix(i, j);
      ASSERT_LE(std::abs(a), 0.5);
      sum += a;
      squares += a * a;
    }
  EXPECT_NEAR(sum / 40000, 0, 0.005);
  EXPECT_NEAR(squares / 40000, 1.0 / 12, 0.002);
  EXPECT_NE(system.matrix(3, 4), system.matrix(4, 3));
}

TEST(ScaledResidual, AcceptsASolutionAndNothingThatIsALittleBesideIt) {
  const auto world = comm::Communicator::world();
  const RandomSystem system(120);
  auto x = solve(system);
  EXPECT_LT(scaled_residual(system, x, world), 1);
  x[77] *= 1 + 1e-9;
  EXPECT_GT(scaled_residual(system, x, world), residual_limit);
}

/// b - A x = 2 and A, x known: n = 1, |a x - b| / (eps (|a| |x| + |b|)).
TEST(ScaledResidual, IsWhatHplDefines) {
  const auto world = comm::Communicator::world();
  const RandomSystem system(1);
  const double a = system.matrix(0, 0), b = system.right_hand_side(0), x = 3;
  const double expected = std::abs(a * x - b) / (0x1p-53 * (std::abs(a) * 3 + std::abs(b)));
  EXPECT_NEAR(scaled_residual(system, std::vector<double>{x}, world), expected, 1e-9 * expected);
}

TEST(ScaledResidual, NeverAcceptsWhatIsNotFinite) {
  const auto world = comm::Communicator::world();
  const RandomSystem system(8);
  for (const double wrong : {double{NAN}, double{INFINITY}}) {
    auto x = solve(system);
    x[5] = wrong;
    EXPECT_FALSE(scaled_residual(system, x, world) <= residual_limit);
  }
}

}  // namespace
}  // namespace lobatto::machine
