#include "kernels/batches/element_transfer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "one_lane.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

constexpr std::pair<int, int> sizes[] = {{2, 3}, {3, 5}, {5, 9}, {7, 12}, {9, 16}, {2, 2}, {8, 5}};

poly::Matrix interpolation(int from, int to) {
  return poly::interpolation_matrix(poly::gauss_lobatto_legendre(from).nodes,
                                    poly::gauss_lobatto_legendre(to).nodes);
}

std::size_t cubed(int n) { return static_cast<std::size_t>(n) * n * n; }

/// A polynomial of the given degree in each direction on n^3 nodes; no two directions alike.
std::vector<double> polynomial(int n, int degree) {
  const auto nodes = poly::gauss_lobatto_legendre(n).nodes;
  std::vector<double> values;
  for (const double z : nodes)
    for (const double y : nodes)
      for (const double x : nodes)
        values.push_back((1 + std::pow(x, degree)) * (2 - std::pow(y, degree) + y / 3) *
                         (0.5 + std::pow(z, degree) - z / 2));
  return values;
}

template <class Real>
class ElementTransferTest : public testing::Test {
 protected:
  static constexpr double tolerance = 50.0 * std::numeric_limits<Real>::epsilon();

  static std::vector<double> transfer(int from, int to, const poly::Matrix& matrix,
                                      const std::vector<double>& u) {
    const test::OneLane<Real> one(from + to);
    ElementTransfer<Real> operation(one.arithmetic(), from, to, matrix.values.data());
    base::AlignedArray<Real> out(cubed(to) * one.n_lanes());
    out.fill(7);
    operation(one.spread(u).data(), false, out.data());
    // Once more to what is there: twice the result, exactly.
    operation(one.spread(u).data(), true, out.data());
    for (Real& value : out) value /= 2;
    return one.take(out);
  }
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(ElementTransferTest, Precisions);

TYPED_TEST(ElementTransferTest, IsExactOnPolynomials) {
  for (const auto& [from, to] : sizes) {
    const int degree = std::min(from, to) - 1;
    EXPECT_LT(test::relative_difference(
                  this->transfer(from, to, interpolation(from, to), polynomial(from, degree)),
                  polynomial(to, degree)),
              this->tolerance)
        << from << " to " << to;
  }
}

TYPED_TEST(ElementTransferTest, TheTransposeIsTheAdjoint) {
  for (const auto& [from, to] : sizes) {
    const poly::Matrix up = interpolation(from, to);
    const auto u = test::random_values(cubed(from), 1), v = test::random_values(cubed(to), 2);
    const double there = test::dot(this->transfer(from, to, up, u), v);
    const double back = test::dot(this->transfer(to, from, poly::transpose(up), v), u);
    EXPECT_NEAR(there, back, this->tolerance * static_cast<double>(v.size()));
  }
}

}  // namespace
}  // namespace lobatto::kernels
