#include "kernels/operators/box_stiffness.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/operators/box_helmholtz.hpp"
#include "one_lane.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

template <class Real>
class BoxStiffnessTest : public testing::Test {
 protected:
  static constexpr double tolerance = 200.0 * std::numeric_limits<Real>::epsilon();

  static std::vector<double> multiply(int n, const Lengths& h, const std::vector<double>& u) {
    const auto gll = poly::gauss_lobatto_legendre(n);
    const test::OneLane<Real> one(n);
    const BoxStiffness<Real> stiffness(one.arithmetic(), n,
                                       poly::derivative_matrix(gll.nodes).values, gll.weights);
    std::vector<Lengths> lengths(one.n_lanes(), {3, 1, 0.2});
    lengths[one.lane()] = h;
    base::AlignedArray<Real> scales(3 * one.n_lanes()), out(u.size() * one.n_lanes());
    stiffness.scale(lengths, scales.data());
    out.fill(7);
    stiffness(scales.data(), one.spread(u).data(), out.data());
    return one.take(out);
  }
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(BoxStiffnessTest, Precisions);

constexpr Lengths boxes[] = {{2, 2, 2}, {0.7, 1.9, 0.4}, {0.01, 1, 0.1}};

TYPED_TEST(BoxStiffnessTest, EqualsTheHelmholtzOperatorWithoutMass) {
  for (int n = 2; n <= 16; ++n) {
    const auto gll = poly::gauss_lobatto_legendre(n);
    const auto derivative = poly::derivative_matrix(gll.nodes);
    BoxHelmholtz helmholtz({n, derivative.values, gll.weights});
    const auto u = test::random_values(static_cast<std::size_t>(n) * n * n, 6);
    std::vector<double> expected(u.size());
    for (const Lengths& h : boxes) {
      helmholtz.apply({&h, 1}, {0.0, 1.0}, u.data(), expected.data());
      EXPECT_LT(test::relative_difference(this->multiply(n, h, u), expected), this->tolerance)
          << "n = " << n;
    }
  }
}

TYPED_TEST(BoxStiffnessTest, KillsConstants) {
  for (const int n : {2, 3, 8, 12}) {
    const auto size = static_cast<std::size_t>(n) * n * n;
    const double scale = test::max_abs(this->multiply(n, boxes[1], test::random_values(size, 7)));
    EXPECT_LT(test::max_abs(this->multiply(n, boxes[1], std::vector<double>(size, 1.0))),
              this->tolerance * scale);
  }
}

}  // namespace
}  // namespace lobatto::kernels
