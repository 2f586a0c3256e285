#include "kernels/advection/general_advection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "curved_element.hpp"
#include "over_integration.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::collocation;
using test::CurvedElement;
using test::over_integration;
using test::Point;
using test::random_values;
using test::relative_difference;

/// Elements of different shapes, one after the other, as the kernel wants them.
struct Elements {
  Elements(int n, std::size_t n_elements) {
    for (std::size_t e = 0; e < n_elements; ++e) {
      const double bend = 1.0 / static_cast<double>(1 + e);
      all.emplace_back(n, [&](const Point& r) {
        Point x = test::affine_map(r);
        const Point curved = test::curved_map(r);
        for (int d = 0; d < 3; ++d) x[d] += bend * (curved[d] - x[d]);
        return x;
      });
      metric.insert(metric.end(), all[e].metric.begin(), all[e].metric.end());
      mass.insert(mass.end(), all[e].mass.begin(), all[e].mass.end());
    }
  }
  std::vector<CurvedElement> all;
  std::vector<double> metric, mass;
};

/// sum_q a(x, i) a(y, j) a(z, k) f_q, with rows of three matrices [m][n].
double tensor_value(int n, const double* x, const double* y, const double* z, const double* f) {
  double sum = 0.0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum += x[i] * y[j] * z[k] * f[(k * n + j) * n + i];
  return sum;
}

/// U_a = u . (dx/dr_b x dx/dr_c), (a, b, c) cyclic: the area vectors times the velocity.
std::array<std::vector<double>, 3> fluxes(const CurvedElement& element,
                                          const std::array<const double*, 3>& u) {
  const int n = element.n;
  const auto slope = [&](int component, int direction, int q) {
    const int stride = direction == 0 ? 1 : direction == 1 ? n : n * n, i = q / stride % n;
    double sum = 0.0;
    for (int l = 0; l < n; ++l)
      sum += element.derivative(i, l) * element.coordinates[component][q + (l - i) * stride];
    return sum;
  };
  std::array<std::vector<double>, 3> out;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (int q = 0; q < n * n * n; ++q) {
      double flux = 0.0;
      for (int d = 0; d < 3; ++d) {
        const int d1 = (d + 1) % 3, d2 = (d + 2) % 3;
        flux += u[d][q] * (slope(d1, b, q) * slope(d2, c, q) - slope(d2, b, q) * slope(d1, c, q));
      }
      out[a].push_back(flux);
    }
  }
  return out;
}

/// The formula, point by point: out = B^-1 sum over points of w_m l_q sum_a U_a df/dr_a.
std::vector<double> advect(const AdvectionRule& rule, const CurvedElement& element,
                           const std::array<const double*, 3>& u, const double* f) {
  const int n = rule.n, m = rule.m;
  const auto flux = fluxes(element, u);
  std::vector<double> out(element.size, 0.0);
  for (int p = 0; p < m * m * m; ++p) {
    const std::array<int, 3> at{p % m, p / m % m, p / (m * m)};
    std::array<const double*, 3> value, slope;
    double weight = 1.0;
    for (int d = 0; d < 3; ++d) {
      value[d] = rule.interpolation.data() + at[d] * n;
      slope[d] = rule.derivative_at_points.data() + at[d] * n;
      weight *= rule.weights[at[d]];
    }
    double sum = 0.0;
    for (int a = 0; a < 3; ++a) {
      auto rows = value;
      rows[a] = slope[a];
      sum += tensor_value(n, value[0], value[1], value[2], flux[a].data()) *
             tensor_value(n, rows[0], rows[1], rows[2], f);
    }
    for (int q = 0; q < n * n * n; ++q)
      out[q] += weight * sum * value[0][q % n] * value[1][q / n % n] * value[2][q / (n * n)];
  }
  for (std::size_t q = 0; q < element.size; ++q) out[q] /= element.mass[q];
  return out;
}

/// Largest relative difference between kernel and formula, of the velocity in some order among
/// n_scalars scalars.
double difference(const AdvectionRule& rule, std::size_t n_elements, unsigned n_scalars) {
  const Elements elements(rule.n, n_elements);
  std::vector<std::vector<double>> values;
  for (unsigned c = 0; c < 3 + n_scalars; ++c)
    values.push_back(random_values(elements.mass.size(), 20 + c));
  std::vector<const double*> fields{values[2].data()};
  for (unsigned s = 0; s < n_scalars; ++s) fields.push_back(values[3 + s].data());
  fields.push_back(values[0].data());
  std::vector<std::vector<double>> out(fields.size(), std::vector<double>(values[0].size(), 7.0));
  std::vector<double*> results;
  for (auto& field : out) results.push_back(field.data());
  GeneralAdvection advection(rule);
  const std::array velocity{static_cast<const double*>(values[0].data()),
                            static_cast<const double*>(values[1].data()),
                            static_cast<const double*>(values[2].data())};
  advection.apply(static_cast<int>(n_elements), elements.metric.data(), elements.mass.data(),
                  {velocity, fields, results});
  double largest = 0.0;
  for (std::size_t e = 0; e < n_elements; ++e) {
    const std::size_t size = elements.all[e].size, begin = e * size;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const auto expected = advect(rule, elements.all[e],
                                   {velocity[0] + begin, velocity[1] + begin, velocity[2] + begin},
                                   fields[f] + begin);
      largest = std::max(largest, relative_difference({out[f].data() + begin, size}, expected));
    }
  }
  return largest;
}

class GeneralAdvectionOrders : public testing::TestWithParam<int> {};

TEST_P(GeneralAdvectionOrders, OverIntegrationIsItsFormula) {
  const int n = GetParam();
  EXPECT_LT(difference(over_integration(n, (3 * n + 1) / 2), n > 8 ? 1 : 3, 0), 1e-12);
}

TEST_P(GeneralAdvectionOrders, CollocationIsItsFormula) {
  const int n = GetParam();
  EXPECT_LT(difference(collocation(n), n > 8 ? 1 : 3, 0), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Orders, GeneralAdvectionOrders,
                         testing::Values(2, 3, 4, 5, 6, 7, 8, 9, 12));

TEST(GeneralAdvectionTest, IsItsFormulaWithAnyNumberOfPoints) {
  for (const auto& [n, m] : {std::tuple{5, 5}, {5, 6}, {8, 9}, {6, 11}, {8, 13}})
    EXPECT_LT(difference(over_integration(n, m), 2, 0), 1e-12) << n << " " << m;
}

TEST(GeneralAdvectionTest, IsItsFormulaForManyElementsAndScalars) {
  for (const std::size_t n_elements : {1, 2, 7, 9, 17})
    EXPECT_LT(difference(over_integration(3, 5), n_elements, 2), 1e-12) << n_elements;
  EXPECT_LT(difference(over_integration(6, 9), 3, 3), 1e-12);
}

TEST(GeneralAdvectionTest, OneObjectServesCallsOfAnyLength) {
  const int n = 4;
  const auto rule = over_integration(n, 6);
  const Elements elements(n, 5);
  const std::size_t size = elements.all[0].size;
  std::vector<std::vector<double>> values;
  for (unsigned c = 0; c < 4; ++c) values.push_back(random_values(5 * size, c));
  std::vector<double> at_once(5 * size), one_by_one(5 * size);
  GeneralAdvection advection(rule);
  const auto apply = [&](std::size_t first, int count, std::vector<double>& out) {
    const std::size_t at = first * size;
    const std::vector<const double*> fields{values[3].data() + at};
    const std::vector<double*> results{out.data() + at};
    advection.apply(
        count, elements.metric.data() + 9 * at, elements.mass.data() + at,
        {{values[0].data() + at, values[1].data() + at, values[2].data() + at}, fields, results});
  };
  apply(0, 1, one_by_one);
  apply(0, 5, at_once);
  for (std::size_t e = 1; e < 5; ++e) apply(e, 1, one_by_one);
  EXPECT_LT(relative_difference(at_once, one_by_one), 1e-13);
}

/// u . grad f on one element, for functions of the place.
template <class U, class V, class W, class F>
std::vector<double> advected(const AdvectionRule& rule, const CurvedElement& element, U&& u, V&& v,
                             W&& w, F&& f) {
  const auto x = element.evaluate(u), y = element.evaluate(v), z = element.evaluate(w),
             field = element.evaluate(f);
  std::vector<double> out(element.size);
  const std::vector<const double*> fields{field.data()};
  const std::vector<double*> results{out.data()};
  GeneralAdvection(rule).apply(1, element.metric.data(), element.mass.data(),
                               {{x.data(), y.data(), z.data()}, fields, results});
  return out;
}

TEST(GeneralAdvectionTest, IsExactForPolynomialsOnAffineElements) {
  // u = (y, x z, 1), f = x^2 y + z^2 in coordinates that are linear in r: u . grad f has degree 4
  // at most in a direction, against which the GLL mass matrix is exact from n = 6 on.
  for (const int n : {6, 8, 9, 12}) {
    const CurvedElement element(n, test::affine_map);
    const auto out = advected(
        over_integration(n, (3 * n + 1) / 2), element, [](double, double y, double) { return y; },
        [](double x, double, double z) { return x * z; },
        [](double, double, double) { return 1.0; },
        [](double x, double y, double z) { return x * x * y + z * z; });
    const auto expected = element.evaluate(
        [](double x, double y, double z) { return 2.0 * x * y * y + x * x * x * z + 2.0 * z; });
    EXPECT_LT(relative_difference(out, expected), 1e-11) << n;
  }
}

/// Quadratic in each direction, bent everywhere.
Point quadratic_map(const Point& r) {
  const auto [x, y, z] = r;
  return {x + 0.1 * y * y * z + 0.05 * x * x, 0.8 * y + 0.15 * x * x * y - 0.1 * z * z,
          1.1 * z + 0.12 * x * x * z * y * y + 0.1 * x};
}

Point trilinear_map(const Point& r) {
  const auto [x, y, z] = r;
  return {x + 0.1 * y * z, 0.8 * y + 0.2 * x * y * z, 1.1 * z + 0.15 * x * y - 0.1 * x * z};
}

double largest_error_of_a_linear_field(const AdvectionRule& rule, Point (*map)(const Point&)) {
  const CurvedElement element(rule.n, map);
  const auto out = advected(
      rule, element, [](double, double, double) { return 1.0; },
      [](double, double, double) { return -0.5; }, [](double, double, double) { return 2.0; },
      [](double x, double y, double z) { return 3.0 * x + y + 0.75 * z - 1.0; });
  return relative_difference(out, std::vector<double>(element.size, 4.0));
}

TEST(GeneralAdvectionTest, IsExactForLinearFieldsOnElementsOfLowDegree) {
  // On a map of degree g the fluxes U_a have degree 2 g, which the nodes hold from n = 2 g + 1 on;
  // J u . grad f = J times a constant has degree 3 g - 1, and its mean against a basis function is
  // what the GLL mass matrix takes it for when 3 g - 1 + n - 1 <= 2 n - 3: n >= 3 g + 1.
  for (const int n : {4, 5, 8, 12})
    EXPECT_LT(largest_error_of_a_linear_field(over_integration(n, (3 * n + 1) / 2), trilinear_map),
              1e-12)
        << n;
  for (const int n : {7, 8, 12})
    EXPECT_LT(largest_error_of_a_linear_field(over_integration(n, (3 * n + 1) / 2), quadratic_map),
              1e-12)
        << n;
  // And for no smaller n.
  EXPECT_GT(largest_error_of_a_linear_field(over_integration(3, 5), trilinear_map), 1e-4);
  EXPECT_GT(largest_error_of_a_linear_field(over_integration(6, 9), quadratic_map), 1e-5);
}

TEST(GeneralAdvectionTest, CollocationIsExactForLinearFieldsOnAnyElement) {
  // At the nodes sum_a U_a df/dr_a = J u . grad f by the chain rule, which nothing integrates.
  for (const int n : {2, 3, 5, 8, 12})
    EXPECT_LT(largest_error_of_a_linear_field(collocation(n), test::curved_map), 1e-12) << n;
}

TEST(GeneralAdvectionTest, ErrorsOfLinearFieldsDecayExponentiallyOnCurvedElements) {
  double before = 1.0;
  for (const int n : {4, 7, 10, 13, 16}) {
    const double error =
        largest_error_of_a_linear_field(over_integration(n, (3 * n + 1) / 2), test::curved_map);
    EXPECT_LT(error, before / 20) << n;
    before = error;
  }
  EXPECT_LT(before, 1e-10);
}

TEST(GeneralAdvectionTest, ConstantsAreNotAdvected) {
  const CurvedElement element(8, test::curved_map);
  const auto out = advected(
      over_integration(8, 12), element, [](double x, double, double) { return x; },
      [](double, double y, double z) { return y * z; }, [](double, double, double) { return 1.0; },
      [](double, double, double) { return 3.0; });
  EXPECT_LT(test::max_abs(out), 1e-11);
}

}  // namespace
}  // namespace lobatto::kernels
