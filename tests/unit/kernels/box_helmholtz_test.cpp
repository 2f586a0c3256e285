#include "kernels/operators/box_helmholtz.hpp"

#include <gtest/gtest.h>

#include "curved_element.hpp"
#include "reference_box_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::dot;
using test::random_values;
using test::relative_difference;

class BoxHelmholtzTest : public testing::TestWithParam<int> {
 protected:
  int n = GetParam();
  std::size_t size = static_cast<std::size_t>(n) * n * n;
  poly::Quadrature quadrature = poly::gauss_lobatto_legendre(n);
  poly::Matrix derivative = poly::derivative_matrix(quadrature.nodes);
  BoxHelmholtz tuned{{n, derivative.values, quadrature.weights}};
  std::vector<Lengths> lengths = {{0.7, 1.9, 0.4}, {0.7, 1.9, 0.4}, {1.1, 0.2, 0.9}};
  std::vector<double> u = random_values(3 * size, 1), v = random_values(3 * size, 2);
  std::vector<double> out = std::vector<double>(3 * size, 5.0), other = out;
};

TEST_P(BoxHelmholtzTest, EqualsReferenceOnDifferentElements) {
  const reference::BoxOperators twin(n, derivative.values, quadrature.weights);
  for (const auto& [sigma, nu] : {std::pair{1.3, 0.2}, {0.0, 1.0}, {2.0, 0.0}}) {
    const double energy = tuned.apply(lengths, {sigma, nu}, u.data(), out.data());
    for (std::size_t e = 0; e < 3; ++e) {
      std::vector<double> expected(size);
      twin.helmholtz(lengths[e], sigma, nu, {u.data() + e * size, size}, expected);
      EXPECT_LT(relative_difference({out.data() + e * size, size}, expected), 1e-13) << e;
    }
    EXPECT_NEAR(energy / dot(u, out), 1.0, 1e-12);
  }
}

TEST_P(BoxHelmholtzTest, IsSymmetricAndKillsConstantsWithoutMass) {
  tuned.apply(lengths, {0.4, 1.7}, u.data(), out.data());
  tuned.apply(lengths, {0.4, 1.7}, v.data(), other.data());
  const double scale = test::max_abs(out);
  EXPECT_NEAR(dot(v, out), dot(u, other), 1e-12 * scale * static_cast<double>(size));
  const std::vector<double> ones(3 * size, 1.0);
  EXPECT_NEAR(tuned.apply(lengths, {0.0, 1.7}, ones.data(), out.data()), 0.0, 1e-11 * scale);
  EXPECT_LT(test::max_abs(out), 1e-12 * scale);
}

TEST_P(BoxHelmholtzTest, EnergyOfALinearFunctionIsItsSlopeSquaredTimesTheVolume) {
  // u = x on the reference element has slope 2 / hx.
  std::vector<double> x(3 * size);
  for (std::size_t q = 0; q < x.size(); ++q) x[q] = quadrature.nodes[q % n];
  double expected = 0.0;
  for (const Lengths& h : lengths) expected += 4.0 / (h[0] * h[0]) * h[0] * h[1] * h[2];
  EXPECT_NEAR(tuned.apply(lengths, {0.0, 1.0}, x.data(), out.data()) / expected, 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Orders, BoxHelmholtzTest, testing::Range(2, 19));

TEST(BoxHelmholtz, CommonSizesAreCompiled) {
  const auto quadrature = poly::gauss_lobatto_legendre(8);
  const auto derivative = poly::derivative_matrix(quadrature.nodes);
#ifdef __AVX__
  EXPECT_STREQ(BoxHelmholtz({8, derivative.values, quadrature.weights}).method(), "plane by plane");
#endif
}

}  // namespace
}  // namespace lobatto::kernels
