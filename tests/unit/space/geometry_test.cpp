#include "space/geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "poly/lagrange.hpp"
#include "space/function_space.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

double total_mass(const Geometry& geometry, const FunctionSpace& space) {
  double sum = 0;
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q) sum += geometry.mass(e)[q];
  return sum;
}

/// Errors of the volume at orders that ascend: each at most `factor` of the one before, down to
/// what rounding leaves.
template <class Map>
void expect_exponential_volume(const Block& block, Map map, double volume, double factor) {
  const auto self = comm::Communicator::self();
  double before = 1;
  for (const int order : {2, 4, 6, 8, 10, 12}) {
    const FunctionSpace space = test::moved(block, order, map, self);
    const double error = std::abs(space.volume() / volume - 1);
    EXPECT_LT(error, std::max(factor * before, 2e-14)) << order;
    EXPECT_NEAR(total_mass(*space.curved(), space), space.volume(), 1e-13 * volume);
    before = error;
  }
  EXPECT_LT(before, 2e-14);
}

TEST(Geometry, VolumesOfCurvedBoxesConvergeExponentially) {
  constexpr double pi = std::numbers::pi;
  const Block quarter{{1, 0, 0}, {2, pi / 2, 3}, {1, 2, 1}};
  expect_exponential_volume(quarter, test::cylindrical, 1.5 * pi / 2 * 3, 0.01);
  const Block shell{{1, pi / 4, 0}, {1.5, 3 * pi / 4, pi / 2}, {1, 2, 2}};
  expect_exponential_volume(shell, test::spherical,
                            (1.5 * 1.5 * 1.5 - 1) / 3 * std::sqrt(2.0) * pi / 2, 0.02);
}

TEST(Geometry, VolumesOfAffineElementsAreExact) {
  const auto self = comm::Communicator::self();
  const Block block{{-1, 0, 1}, {1, 3, 2}, {2, 3, 1}};
  for (const int order : {1, 2, 5, 11})
    EXPECT_NEAR(test::moved(block, order, test::affine, self).volume(),
                6 * test::affine_determinant, 1e-12);
}

TEST(Geometry, VolumesOfPolynomialsOfLowDegreeAreExact) {
  // (x (1 + y^2 / 3), y, z (1 + x^2 / 5)) has the Jacobian (1 + y^2 / 3) (1 + x^2 / 5), of degree
  // 2, which the quadrature integrates from order 2 on; the affine map behind it changes nothing.
  const auto self = comm::Communicator::self();
  const auto map = [](const Point& x) {
    return test::affine({x[0] * (1 + x[1] * x[1] / 3), x[1], x[2] * (1 + x[0] * x[0] / 5)});
  };
  const Block block{{-1, -1, -1}, {1, 1, 1}, {1, 2, 1}};
  const double volume = 8 * (1 + 1.0 / 9) * (1 + 1.0 / 15) * test::affine_determinant;
  for (const int order : {2, 3, 6})
    EXPECT_NEAR(test::moved(block, order, map, self).volume(), volume, 1e-12) << order;
}

TEST(Geometry, LengthsOfBoxesAreExactHoweverTheyAreTurned) {
  const auto self = comm::Communicator::self();
  const double c = std::cos(0.4), s = std::sin(0.4);
  const auto turned = [&](const Point& x) {
    return Point{c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]};
  };
  const Block block{{-1, 0, 1}, {1, 3, 2}, {2, 2, 4}};
  for (const int order : {1, 4}) {
    const FunctionSpace straight = test::moved(block, order, test::identity, self);
    const FunctionSpace oblique = test::moved(block, order, turned, self);
    for (int e = 0; e < straight.n_elements(); ++e) {
      const std::array<double, 3> expected{1, 1.5, 0.25};
      for (int d = 0; d < 3; ++d) {
        EXPECT_NEAR(straight.curved()->lengths(e)[d], expected[d], 1e-13);
        EXPECT_NEAR(oblique.curved()->lengths(e)[d], expected[d], 1e-13);
      }
    }
  }
}

TEST(Geometry, LengthsAreThoseOfTheMeanSquareOfTheGradients) {
  // A sheared cube: grad r_x = (1, -1, 0), grad r_y = (0, 1, 0) for unit lengths.
  const auto self = comm::Communicator::self();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
  const FunctionSpace sheared =
      test::moved(cube, 3, [](const Point& x) { return Point{x[0] + x[1], x[1], x[2]}; }, self);
  EXPECT_NEAR(sheared.lengths(0)[0], 1 / std::sqrt(2.0), 1e-13);
  EXPECT_NEAR(sheared.lengths(0)[1], 1, 1e-13);
  EXPECT_NEAR(sheared.lengths(0)[2], 1, 1e-13);
}

TEST(Geometry, WorstIsWhereTheJacobianIsSmallest) {
  // z (1 + x + y) on [0, 1]^3 in two elements along x: smallest at x = y = 0.
  const auto self = comm::Communicator::self();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 1, 1}};
  const FunctionSpace space = test::moved(
      block, 4, [](const Point& x) { return Point{-x[1], x[0], x[2] * (1 + x[0] + x[1])}; }, self);
  const auto& worst = space.curved()->worst();
  EXPECT_EQ(worst.element, 0);
  EXPECT_EQ(worst.jacobian.node % 25, 0);
  EXPECT_NEAR(worst.jacobian.value, 0.5 / 8, 1e-14);
}

class Resampled : public testing::TestWithParam<int> {
 protected:
  /// The geometry of a space of order 6 at the nodes of another order.
  [[nodiscard]] Geometry resampled(const FunctionSpace& fine) const {
    return {*fine.curved(), fine.nodes(), to};
  }
  int n = GetParam() + 1;
  std::size_t size = static_cast<std::size_t>(n) * n * n;
  poly::Quadrature to = poly::gauss_lobatto_legendre(n);
  comm::Communicator self = comm::Communicator::self();
};

TEST_P(Resampled, KeepsAConstantMetric) {
  const Block block{{-1, 0, 1}, {1, 3, 2}, {2, 1, 1}};
  const FunctionSpace fine = test::moved(block, 6, test::affine, self);
  const FunctionSpace exact = test::moved(block, n - 1, test::affine, self);
  const Geometry geometry = resampled(fine);
  for (int e = 0; e < fine.n_elements(); ++e) {
    EXPECT_EQ(geometry.lengths(e), fine.lengths(e));
    for (std::size_t i = 0; i < 9 * size; ++i)
      EXPECT_NEAR(geometry.metric(e)[i], exact.curved()->metric(e)[i], 1e-12);
    for (std::size_t i = 0; i < 6 * size; ++i)
      EXPECT_NEAR(geometry.stiffness(e)[i], exact.curved()->stiffness(e)[i], 1e-12);
    for (std::size_t q = 0; q < size; ++q) {
      EXPECT_NEAR(geometry.mass(e)[q], exact.curved()->mass(e)[q], 1e-12);
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(geometry.coordinates()[d][e * size + q],
                    exact.curved()->coordinates()[d][e * size + q], 1e-12);
    }
  }
}

TEST_P(Resampled, StaysPositiveWhereTheShapeItselfTurnsInsideOut) {
  // Three quarters of a ring in one element: the straight element between its corners is inverted.
  const Block ring{{1, 0, 0}, {2, 1.5 * std::numbers::pi, 1}, {1, 1, 1}};
  EXPECT_ANY_THROW(static_cast<void>(test::moved(ring, 1, test::cylindrical, self)));
  const FunctionSpace fine = test::moved(ring, 14, test::cylindrical, self);
  const Geometry geometry = resampled(fine);
  for (std::size_t q = 0; q < size; ++q) EXPECT_GT(geometry.mass(0)[q], 0);
  // The Jacobian is linear along the radius and constant along the others.
  EXPECT_NEAR(std::accumulate(geometry.mass(0), geometry.mass(0) + size, 0.0) / fine.volume(), 1,
              1e-6);
}

INSTANTIATE_TEST_SUITE_P(Orders, Resampled, testing::Values(1, 2, 3, 5, 9));

TEST(Resample, IsExactForPolynomials) {
  const auto from = poly::gauss_lobatto_legendre(5).nodes, to = poly::gauss_legendre(3).nodes;
  const auto f = [](double r, double s, double t, double e) {
    return std::pow(r, 4) * s * s * s + e * t * t - r * s * t;
  };
  base::AlignedArray<double> field(2 * 125);
  for (std::size_t q = 0; q < field.size(); ++q)
    field[q] = f(from[q % 5], from[q / 5 % 5], from[q / 25 % 5], static_cast<double>(q / 125));
  const auto result = resample(field, from, to, false);
  ASSERT_EQ(result.size(), 2u * 27);
  for (std::size_t q = 0; q < result.size(); ++q)
    EXPECT_NEAR(result[q], f(to[q % 3], to[q / 3 % 3], to[q / 9 % 3], static_cast<double>(q / 27)),
                1e-14);
}

}  // namespace
}  // namespace lobatto::space
