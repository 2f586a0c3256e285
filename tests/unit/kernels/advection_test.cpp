#include "kernels/advection/advection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "over_integration.hpp"
#include "poly/quadrature.hpp"
#include "reference_advection.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::collocation;
using test::over_integration;
using test::random_values;
using test::relative_difference;

/// Elements of different lengths with random velocities and n_fields random scalars.
struct Flow {
  Flow(int n, std::size_t n_elements, std::size_t n_fields)
      : size(n_elements * static_cast<std::size_t>(n * n * n)) {
    for (std::size_t e = 0; e < n_elements; ++e) {
      const double x = static_cast<double>(e);
      lengths.push_back({0.5 + 0.1 * x, 1.0 / (1.0 + 0.3 * x), 2.0 + 0.2 * x});
    }
    for (unsigned c = 0; c < 3 + n_fields; ++c) values.push_back(random_values(size, 20 + c));
  }
  [[nodiscard]] std::array<const double*, 3> velocity() const {
    return {values[0].data(), values[1].data(), values[2].data()};
  }
  [[nodiscard]] const double* scalar(std::size_t s) const { return values[3 + s].data(); }

  std::size_t size;
  std::vector<Lengths> lengths;
  std::vector<std::vector<double>> values;
};

/// Largest relative difference over the fields between the tuned method and the reference.
double difference(const AdvectionRule& rule, const Flow& flow,
                  const std::vector<const double*>& fields) {
  std::vector<std::vector<double>> out(fields.size(), std::vector<double>(flow.size + 8, 7.0));
  std::vector<std::vector<double>> expected(fields.size(), std::vector<double>(flow.size));
  std::vector<double*> out_pointers, expected_pointers;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    out_pointers.push_back(out[f].data());
    expected_pointers.push_back(expected[f].data());
  }
  BoxAdvection(rule).apply(flow.lengths, {flow.velocity(), fields, out_pointers});
  reference::advect(rule, flow.lengths, {flow.velocity(), fields, expected_pointers});
  double largest = 0.0;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    largest = std::max(largest, relative_difference(out[f], expected[f]));
    for (std::size_t q = flow.size; q < out[f].size(); ++q)
      EXPECT_EQ(out[f][q], 7.0) << "written past the end";
  }
  return largest;
}

class AdvectionSizes : public testing::TestWithParam<int> {};

TEST_P(AdvectionSizes, OverIntegrationEqualsReference) {
  const int n = GetParam();
  const Flow flow(n, n > 17 ? 1 : n > 9 ? 3 : 11, 0);
  const std::vector<const double*> fields = {flow.values[0].data(), flow.values[1].data(),
                                             flow.values[2].data()};
  EXPECT_LT(difference(over_integration(n, (3 * n + 1) / 2), flow, fields), 1e-13);
}

TEST_P(AdvectionSizes, CollocationEqualsReference) {
  const int n = GetParam();
  const Flow flow(n, n > 9 ? 1 : 9, 0);
  const std::vector<const double*> fields = {flow.values[0].data(), flow.values[1].data(),
                                             flow.values[2].data()};
  EXPECT_LT(difference(collocation(n), flow, fields), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Orders, AdvectionSizes,
                         testing::Values(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20,
                                         24, 32));

TEST(AdvectionTest, AnyNumberOfPointsEqualsReference) {
  for (const auto& [n, m] :
       {std::tuple{5, 5}, {5, 6}, {8, 8}, {8, 9}, {8, 16}, {6, 11}, {16, 20}, {13, 17}}) {
    const Flow flow(n, 2, 0);
    const std::vector<const double*> fields = {flow.values[2].data(), flow.values[0].data()};
    EXPECT_LT(difference(over_integration(n, m), flow, fields), 1e-13) << n << " " << m;
  }
}

TEST(AdvectionTest, AnyFieldsInAnyOrderEqualReference) {
  for (const int n : {4, 7, 8, 16}) {
    const auto rule = over_integration(n, (3 * n + 1) / 2);
    const Flow flow(n, n == 16 ? 1 : 9, 2);
    const double *u = flow.values[0].data(), *v = flow.values[1].data(), *w = flow.values[2].data();
    for (const auto& fields :
         std::vector<std::vector<const double*>>{{flow.scalar(0)},
                                                 {w, flow.scalar(1)},
                                                 {w, u, v},
                                                 {u, v, w, flow.scalar(0)},
                                                 {flow.scalar(0), u, v, flow.scalar(1), w}}) {
      EXPECT_LT(difference(rule, flow, fields), 1e-13) << n << " " << fields.size();
    }
  }
}

TEST(AdvectionTest, AnyNumberOfElementsEqualsReference) {
  for (const int n : {3, 8}) {
    const auto rule = over_integration(n, (3 * n + 1) / 2);
    for (std::size_t n_elements = 0; n_elements <= 17; ++n_elements) {
      const Flow flow(n, n_elements, 0);
      EXPECT_LT(difference(rule, flow, {flow.values[0].data()}), 1e-13) << n_elements;
    }
  }
}

TEST(AdvectionTest, IsExactForPolynomialsWithinTheDegree) {
  // u = (y, x z, 1), f = x^2 y + z^2: u . grad f = 2 x y^2 + x^3 z + 2 z, of degree 3 at most in a
  // direction; the GLL mass matrix is exact against it from n = 5 on.
  for (const int n : {5, 8, 9, 16}) {
    const auto rule = over_integration(n, (3 * n + 1) / 2);
    const auto nodes = poly::gauss_lobatto_legendre(n).nodes;
    const Lengths h = {0.8, 1.3, 2.1};
    std::vector<double> u, v, w, f, expected;
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
          const double x = h[0] * nodes[i] / 2, y = h[1] * nodes[j] / 2, z = h[2] * nodes[k] / 2;
          u.push_back(y);
          v.push_back(x * z);
          w.push_back(1.0);
          f.push_back(x * x * y + z * z);
          expected.push_back(2.0 * x * y * y + x * x * x * z + 2.0 * z);
        }
      }
    }
    std::vector<double> out(f.size());
    const std::vector<const double*> fields = {f.data()};
    const std::vector<double*> results = {out.data()};
    BoxAdvection(rule).apply(std::vector<Lengths>{h},
                             {{u.data(), v.data(), w.data()}, fields, results});
    EXPECT_LT(relative_difference(out, expected), 1e-11) << n;
  }
}

TEST(AdvectionTest, ConstantsAreNotAdvected) {
  const int n = 8;
  const Flow flow(n, 8, 0);
  const std::vector<double> constant(flow.size, 3.0);
  std::vector<double> out(flow.size);
  const std::vector<const double*> fields = {constant.data()};
  const std::vector<double*> results = {out.data()};
  BoxAdvection(over_integration(n, 12)).apply(flow.lengths, {flow.velocity(), fields, results});
  EXPECT_LT(test::max_abs(out), 1e-10);
}

}  // namespace
}  // namespace lobatto::kernels
