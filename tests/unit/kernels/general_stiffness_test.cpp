#include "kernels/operators/general_stiffness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "curved_element.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "one_lane.hpp"
#include "reference_general_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::CurvedElement;

template <class Real>
class GeneralStiffnessTest : public testing::Test {
 protected:
  static constexpr double tolerance = 200.0 * std::numeric_limits<Real>::epsilon();

  static std::vector<double> multiply(const CurvedElement& element, const std::vector<double>& u) {
    const test::OneLane<Real> one(element.n);
    GeneralStiffness<Real> stiffness(one.arithmetic(), element.n, element.derivative.values);
    base::AlignedArray<Real> out(u.size() * one.n_lanes());
    out.fill(7);
    stiffness(one.spread(element.stiffness).data(), one.spread(u).data(), out.data());
    return one.take(out);
  }
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(GeneralStiffnessTest, Precisions);

constexpr test::Point (*maps[])(const test::Point&) = {test::curved_map, test::affine_map};

TYPED_TEST(GeneralStiffnessTest, EqualsTheHelmholtzOperatorsWithoutMass) {
  for (int n = 2; n <= 16; ++n) {
    for (const auto map : maps) {
      const CurvedElement element(n, map);
      const auto u = test::random_values(element.size, 6);
      const auto result = this->multiply(element, u);
      const HelmholtzGeometry geometry{element.stiffness.data(), nullptr};
      std::vector<double> expected(element.size);
      reference::GeneralOperators(element.rule()).helmholtz(geometry, {0.0, 1.0}, u, expected);
      EXPECT_LT(test::relative_difference(result, expected), this->tolerance) << "n = " << n;
      GeneralHelmholtz(element.rule()).apply(1, geometry, {0.0, 1.0}, u.data(), expected.data());
      EXPECT_LT(test::relative_difference(result, expected), this->tolerance) << "n = " << n;
    }
  }
}

TYPED_TEST(GeneralStiffnessTest, IsSymmetric) {
  for (const int n : {2, 3, 5, 8, 12}) {
    const CurvedElement element(n, test::curved_map);
    const auto u = test::random_values(element.size, 1), v = test::random_values(element.size, 2);
    const auto of_u = this->multiply(element, u), of_v = this->multiply(element, v);
    // As long as the terms of the sums.
    const double scale = std::sqrt(test::dot(of_u, of_u) * test::dot(v, v));
    EXPECT_NEAR(test::dot(v, of_u), test::dot(u, of_v), this->tolerance * scale) << "n = " << n;
  }
}

TYPED_TEST(GeneralStiffnessTest, KillsConstantsAndIsPositiveOtherwise) {
  for (const int n : {2, 3, 8, 12}) {
    const CurvedElement element(n, test::curved_map);
    const auto u = test::random_values(element.size, 7);
    const auto image = this->multiply(element, u);
    EXPECT_GT(test::dot(u, image), 0.0);
    EXPECT_LT(test::max_abs(this->multiply(element, std::vector<double>(element.size, 1.0))),
              this->tolerance * test::max_abs(image))
        << "n = " << n;
  }
}

}  // namespace
}  // namespace lobatto::kernels
