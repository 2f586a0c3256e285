#include "physics/closures/subgrid_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "../../../../examples/extensions/qr_model.cpp"
#include "base/error.hpp"
#include "physics/closures/element_gradients.hpp"
#include "physics/closures/point_model.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

constexpr double width = 0.3;

double viscosity(const EddyViscosity& model, const GradientTensor& g, double filter_width = width) {
  VelocityGradient gradient;
  for (std::size_t c = 0; c < 9; ++c) gradient.components[c] = &g[c / 3][c % 3];
  double value = -1;
  model.evaluate(gradient, {&filter_width, 1}, {&value, 1});
  return value;
}

/// nu_t / width^2 of a model at one point, with a constant of 1.
double rate(const std::string& word, const GradientTensor& g) {
  return viscosity(*find_subgrid_model(word).of_gradient(1.0), g) / (width * width);
}

using Rates = std::map<std::string, double>;
void expect_rates(const GradientTensor& g, const Rates& rates, double tolerance = 1e-7) {
  for (const auto& [word, expected] : rates)
    EXPECT_NEAR(rate(word, g), expected, tolerance) << word;
}

GradientTensor product(const GradientTensor& a, const GradientTensor& b) {
  GradientTensor c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
GradientTensor transposed(const GradientTensor& a) {
  GradientTensor b{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) b[i][j] = a[j][i];
  return b;
}
GradientTensor times(double factor, GradientTensor a) {
  for (auto& row : a)
    for (double& value : row) value *= factor;
  return a;
}
GradientTensor diagonal(double a, double b, double c) {
  return {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}
/// About x, then about z.
GradientTensor rotation(double a, double b) {
  const GradientTensor x{
      {{1, 0, 0}, {0, std::cos(a), -std::sin(a)}, {0, std::sin(a), std::cos(a)}}};
  const GradientTensor z{
      {{std::cos(b), -std::sin(b), 0}, {std::sin(b), std::cos(b), 0}, {0, 0, 1}}};
  return product(z, x);
}
GradientTensor turned(const GradientTensor& g, double a, double b) {
  const auto q = rotation(a, b);
  return product(product(q, g), transposed(q));
}

GradientTensor any_gradient(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  GradientTensor g;
  for (auto& row : g)
    for (double& value : row) value = uniform(engine);
  return g;
}

// The values of Nicoud et al. 2011 for their operators, in every frame.
TEST(EddyViscosity, OfPureShear) {
  const GradientTensor shear{{{0, 1, 0}, {0, 0, 0}, {0, 0, 0}}};
  for (const double angle : {0.0, 0.7})
    expect_rates(turned(shear, angle, 2 * angle),
                 {{"smagorinsky", 1}, {"wale", 0}, {"vreman", 0}, {"sigma", 0}});
}

TEST(EddyViscosity, OfSolidRotation) {
  const GradientTensor spin{{{0, -1, 0}, {1, 0, 0}, {0, 0, 0}}};
  for (const double angle : {0.0, 0.7})
    expect_rates(turned(spin, angle, 2 * angle), {{"smagorinsky", 0},
                                                  {"wale", std::pow(2.0 / 3.0, 0.25)},
                                                  {"vreman", std::sqrt(0.5)},
                                                  {"sigma", 0}});
}

TEST(EddyViscosity, OfAxisymmetricStrain) {
  const double six = std::sqrt(6.0);
  const double wale = 6 * six / (36 * six + 6 * std::sqrt(six));
  for (const double sign : {1.0, -1.0})
    for (const double angle : {0.0, 0.7})
      expect_rates(turned(diagonal(sign, sign, -2 * sign), angle, 2 * angle),
                   {{"smagorinsky", std::sqrt(12.0)},
                    {"wale", wale},
                    {"vreman", std::sqrt(1.5)},
                    {"sigma", 0}});
}

TEST(EddyViscosity, OfIsotropicExpansion) {
  expect_rates(diagonal(1, 1, 1),
               {{"smagorinsky", std::sqrt(6.0)}, {"wale", 0}, {"vreman", 1}, {"sigma", 0}});
}

TEST(EddyViscosity, OfSigmaIsZeroInEveryFlowInAPlane) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto g = any_gradient(seed);
    for (std::size_t i = 0; i < 3; ++i) g[2][i] = g[i][2] = 0;
    EXPECT_NEAR(rate("sigma", turned(g, 0.3, 1.1)), 0, 1e-7);
  }
}

TEST(EddyViscosity, OfSigmaIsThatOfItsSingularValues) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const double a = 3, b = 0.5 + 0.1 * seed, c = 0.4;
    const auto g = product(product(rotation(seed, 1), diagonal(a, b, c)), rotation(2, 0.3 * seed));
    EXPECT_NEAR(rate("sigma", g), c * (a - b) * (b - c) / (a * a), 1e-12);
  }
}

/// Of Verstappen, J. Sci. Comput. 49 (2011), with a constant of 1: max(-det S, 0) / (S : S / 2),
/// zero where vortices are squeezed.
struct StretchingOnly {
  static constexpr double constant = 1, flops = 0;
  static double scale(double c) { return c; }
  static double rate(const GradientTensor& g) {
    GradientTensor s = g;
    double squares = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        s[i][j] = 0.5 * (g[i][j] + g[j][i]);
        squares += 0.5 * s[i][j] * s[i][j];
      }
    double determinant = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      determinant += s[0][i] * (s[1][j] * s[2][k] - s[1][k] * s[2][j]);
    }
    return squares > 0 ? std::max(-determinant, 0.0) / squares : 0.0;
  }
};

/// What is true of every model: nu_t is nowhere negative and somewhere positive, zero at rest, the
/// same in every frame, and grows with the gradient and the square of the width.
void expect_laws(const std::string& word, const EddyViscosity& model) {
  EXPECT_EQ(viscosity(model, {}), 0) << word;
  double largest = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto g = any_gradient(seed);
    const double value = viscosity(model, g);
    EXPECT_GE(value, 0) << word;
    EXPECT_NEAR(viscosity(model, turned(g, 0.4 + seed, 1.7)), value, 1e-12) << word;
    for (const double factor : {1e-3, 7.0})
      EXPECT_NEAR(viscosity(model, times(factor, g)), factor * value, 1e-12 * factor) << word;
    for (const double factor : {1e-30, 1e-60, 1e-100, 1e-160})  // the larger powers underflow
      EXPECT_NEAR(viscosity(model, times(factor, g)), 0, 2 * factor * value + 1e-40) << word;
    EXPECT_NEAR(viscosity(model, g, 3 * width), 9 * value, 1e-12) << word;
    largest = std::max(largest, value);
  }
  EXPECT_GT(largest, 1e-3 * width * width) << word;
}

TEST(EddyViscosity, KeepsTheLawsOfAllModels) {
  for (const auto& kind : subgrid_models())
    if (kind.of_gradient != nullptr) expect_laws(kind.word, *kind.of_gradient(1.0));
}

TEST(EddyViscosity, MayBeZeroInSomeFlows) {
  const PointModel<StretchingOnly> model(1);
  EXPECT_DOUBLE_EQ(viscosity(model, diagonal(1, 1, -2)), 2.0 / 3.0 * width * width);
  EXPECT_EQ(viscosity(model, diagonal(-1, -1, 2)), 0);
  expect_laws("stretching only", model);
}

/// At height y over a wall at rest: u = y A, w = y C, v = -y^2 (A_x + C_z) / 2 for A and C of x, z.
GradientTensor over_a_wall(double y) {
  constexpr double a = 1.3, ax = 0.7, az = -0.4, axx = 0.9, axz = 0.2;
  constexpr double c = 0.6, cx = 1.1, cz = 0.8, czx = -0.3, czz = 0.5;
  return {{{y * ax, a, y * az},
           {-y * y / 2 * (axx + czx), -y * (ax + cz), -y * y / 2 * (axz + czz)},
           {y * cx, c, y * cz}}};
}

TEST(EddyViscosity, FallsTowardsAWallAsItsAuthorsSay) {
  const std::map<std::string, double> powers{
      {"smagorinsky", 0}, {"wale", 3}, {"vreman", 1}, {"sigma", 3}};
  for (const auto& [word, power] : powers) {
    const double far = rate(word, over_a_wall(2e-3)), near = rate(word, over_a_wall(1e-3));
    EXPECT_NEAR(std::log2(far / near), power, 0.02) << word;
  }
}

TEST(EddyViscosity, OfSmagorinskyHasLillysConstant) {
  EXPECT_EQ(find_subgrid_model("smagorinsky").constant, 0.17);
  const GradientTensor shear{{{0, 5, 0}, {0, 0, 0}, {0, 0, 0}}};
  EXPECT_NEAR(viscosity(*find_subgrid_model("smagorinsky").of_gradient(0.17), shear, 0.2),
              0.17 * 0.17 * 0.04 * 5, 1e-15);
}

TEST(EddyViscosity, OfNoSuchNameIsRefusedWithTheNamesThatThereAre) {
  const auto message = message_of<base::Error>([] { find_subgrid_model("wail"); });
  for (const auto& kind : subgrid_models())
    EXPECT_NE(message.find(' ' + kind.word), std::string::npos) << message;
}

TEST(FilterWidth, IsTheEdgeOfTheCubeThatANodeStandsFor) {
  EXPECT_NEAR(filter_width(0.5 * 0.5 * 0.5, 7), 0.5 / 7, 1e-15);
  EXPECT_NEAR(filter_width(4.0 * 1.0 * 0.25, 5), 0.2, 1e-15);
}

/// examples/extensions/qr_model.cpp
TEST(NewModel, OfOneFileIsWhatItsFormulaSays) {
  const auto model = qr_model().of_gradient(1.0);
  const GradientTensor squeezed{{{-2, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // q = 3, r = 2
  EXPECT_DOUBLE_EQ(viscosity(*model, squeezed, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(viscosity(*model, squeezed, 0.5), 2.0 / 3 / 4);
  const GradientTensor stretched{{{2, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
  EXPECT_EQ(viscosity(*model, stretched, 1), 0);
  const GradientTensor shear{{{0, 3, 0}, {0, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(viscosity(*model, shear, 1), 0);
}

}  // namespace
}  // namespace lobatto::physics
