#include "kernels/operators/general_helmholtz.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "curved_element.hpp"
#include "reference_box_operators.hpp"
#include "reference_general_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::CurvedElement;
using test::dot;
using test::Point;
using test::random_values;
using test::relative_difference;

class GeneralHelmholtzTest : public testing::TestWithParam<int> {
 protected:
  /// Two elements that differ, one after the other.
  GeneralHelmholtzTest() {
    for (const CurvedElement* e : {&first, &second}) {
      stiffness.insert(stiffness.end(), e->stiffness.begin(), e->stiffness.end());
      mass.insert(mass.end(), e->mass.begin(), e->mass.end());
    }
  }
  [[nodiscard]] HelmholtzGeometry geometry() const { return {stiffness.data(), mass.data()}; }

  int n = GetParam();
  CurvedElement first{n, test::curved_map}, second{n, test::affine_map};
  std::size_t size = first.size;
  std::vector<double> stiffness, mass;
  GeneralHelmholtz tuned{first.rule()};
  std::vector<double> u = random_values(2 * size, 1), v = random_values(2 * size, 2);
  std::vector<double> out = std::vector<double>(2 * size, 5.0), other = out;
};

TEST_P(GeneralHelmholtzTest, EqualsReference) {
  const reference::GeneralOperators twin(first.rule());
  for (const auto& [sigma, nu] : {std::pair{1.3, 0.2}, {0.0, 1.0}, {2.0, 0.0}}) {
    const double energy = tuned.apply(2, geometry(), {sigma, nu}, u.data(), out.data());
    for (std::size_t e = 0; e < 2; ++e) {
      std::vector<double> expected(size);
      twin.helmholtz({stiffness.data() + 6 * e * size, mass.data() + e * size}, {sigma, nu},
                     {u.data() + e * size, size}, expected);
      EXPECT_LT(relative_difference({out.data() + e * size, size}, expected), 1e-13) << e;
    }
    EXPECT_NEAR(energy / dot(u, out), 1.0, 1e-12);
  }
}

TEST_P(GeneralHelmholtzTest, EqualsTheBoxOperatorOnAnAxisAlignedElement) {
  const Lengths lengths = {0.7, 1.9, 0.4};
  const CurvedElement box(n, [&](const Point& r) {
    return Point{lengths[0] / 2 * r[0], lengths[1] / 2 * r[1], lengths[2] / 2 * r[2]};
  });
  std::vector<double> field = random_values(size, 4), expected(size), result(size);
  const reference::BoxOperators twin(n, box.derivative.values, box.quadrature.weights);
  twin.helmholtz(lengths, 1.3, 0.2, field, expected);
  tuned.apply(1, {box.stiffness.data(), box.mass.data()}, {1.3, 0.2}, field.data(), result.data());
  EXPECT_LT(relative_difference(result, expected), 1e-13);
}

TEST_P(GeneralHelmholtzTest, IsSymmetricAndKillsConstantsWithoutMass) {
  tuned.apply(2, geometry(), {0.4, 1.7}, u.data(), out.data());
  tuned.apply(2, geometry(), {0.4, 1.7}, v.data(), other.data());
  const double scale = test::max_abs(out);
  EXPECT_NEAR(dot(v, out), dot(u, other), 1e-12 * scale * static_cast<double>(size));
  const std::vector<double> ones(2 * size, 1.0);
  tuned.apply(2, {stiffness.data(), nullptr}, {0.0, 1.7}, ones.data(), out.data());
  EXPECT_LT(test::max_abs(out), 1e-12 * scale);
}

TEST_P(GeneralHelmholtzTest, EnergyOfALinearFunctionIsItsSlopeSquaredTimesTheVolume) {
  const auto linear =
      first.evaluate([](double x, double y, double z) { return x - 2.0 * y + 2.0 * z; });
  double volume = 0.0;
  for (double value : first.mass) volume += value;
  const double energy = tuned.apply(1, geometry(), {0.0, 0.5}, linear.data(), out.data());
  EXPECT_NEAR(energy / (0.5 * 9.0 * volume), 1.0, 1e-12);
}

TEST_P(GeneralHelmholtzTest, EnergyOfAQuadraticIsExactOnAnAffineElement) {
  // (D u, D u) of u = x^2 + y z: |(2x, z, y)|^2 has degree 2, which GLL integrates from n = 3 on.
  if (n < 3) return;
  const auto quadratic =
      second.evaluate([](double x, double y, double z) { return x * x + y * z; });
  const auto slope_squared =
      second.evaluate([](double x, double y, double z) { return 4.0 * x * x + z * z + y * y; });
  const double energy = tuned.apply(1, {stiffness.data() + 6 * size, nullptr}, {0.0, 1.0},
                                    quadratic.data(), out.data());
  EXPECT_NEAR(energy / dot(second.mass, slope_squared), 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Orders, GeneralHelmholtzTest, testing::Range(2, 19));

}  // namespace
}  // namespace lobatto::kernels
