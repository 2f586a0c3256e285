#include "poly/modal_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace lobatto::poly {
namespace {

constexpr int sizes[] = {3, 4, 5, 8, 9, 16, 32};

std::vector<double> product_of(const Matrix& a, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(a.rows), 0.0);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j) y[i] += a(i, j) * x[j];
  return y;
}

std::vector<double> legendre(const Quadrature& gll, int k) {
  std::vector<double> values;
  for (const double x : gll.nodes) values.push_back(std::legendre(static_cast<unsigned>(k), x));
  return values;
}

std::vector<double> bubble(const Quadrature& gll, int k) {
  std::vector<double> values = legendre(gll, k);
  const auto before = legendre(gll, k - 2);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= before[i];
  return values;
}

void expect_times(const std::vector<double>& found, double factor, const std::vector<double>& u) {
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(found[i], factor * u[i], 1e-12);
}

/// All numbers of modes that a filter of n may damp, with one transfer function each.
template <class Check>
void for_all_filters(ModalBasis basis, Check check) {
  for (const int n : sizes)
    for (int n_modes = 1; n_modes <= n - 2; ++n_modes) {
      SCOPED_TRACE(testing::Message() << n_modes << " of " << n << " modes");
      const auto gll = gauss_lobatto_legendre(n);
      const auto transfer = low_pass_transfer(n, n_modes, 0.7);
      check(gll, transfer, modal_filter(gll, basis, transfer));
    }
}

TEST(LowPassTransfer, GrowsLikeASquareOverTheHighestModes) {
  EXPECT_EQ(low_pass_transfer(6, 2, 0.5), (std::vector{1.0, 1.0, 1.0, 1.0, 0.875, 0.5}));
  EXPECT_EQ(low_pass_transfer(4, 1, 1.0), (std::vector{1.0, 1.0, 1.0, 0.0}));
}

TEST(LowPassTransfer, WantsSomeModesAndLeavesTwo) {
  EXPECT_THROW(low_pass_transfer(8, 0, 1.0), base::Error);
  EXPECT_THROW(low_pass_transfer(8, 7, 1.0), base::Error);
  EXPECT_NO_THROW(low_pass_transfer(8, 6, 1.0));
}

TEST(ModalFilter, MultipliesLegendrePolynomialsByTheirPart) {
  for_all_filters(
      ModalBasis::legendre, [](const Quadrature& gll, const auto& transfer, const Matrix& filter) {
        for (int k = 0; k < filter.rows; ++k)
          expect_times(product_of(filter, legendre(gll, k)), transfer[k], legendre(gll, k));
      });
}

TEST(ModalFilter, MultipliesBubblesByTheirPartAndLeavesLines) {
  for_all_filters(ModalBasis::bubble,
                  [](const Quadrature& gll, const auto& transfer, const Matrix& filter) {
                    for (const int k : {0, 1})
                      expect_times(product_of(filter, legendre(gll, k)), 1, legendre(gll, k));
                    for (int k = 2; k < filter.rows; ++k)
                      expect_times(product_of(filter, bubble(gll, k)), transfer[k], bubble(gll, k));
                  });
}

// So that a force - (u - F u) takes energy from every u.
TEST(ModalFilter, OfLegendrePolynomialsIsSymmetricUnderTheQuadrature) {
  for_all_filters(
      ModalBasis::legendre, [](const Quadrature& gll, const auto&, const Matrix& filter) {
        for (int i = 0; i < filter.rows; ++i)
          for (int j = 0; j < i; ++j)
            EXPECT_NEAR(gll.weights[i] * filter(i, j), gll.weights[j] * filter(j, i), 1e-15);
      });
}

TEST(ModalFilter, OfBubblesKeepsTheValuesAtBothEnds) {
  for_all_filters(ModalBasis::bubble, [](const Quadrature&, const auto&, const Matrix& filter) {
    const int n = filter.rows;
    for (int j = 0; j < n; ++j) {
      EXPECT_EQ(filter(0, j), j == 0 ? 1.0 : 0.0);
      EXPECT_EQ(filter(n - 1, j), j == n - 1 ? 1.0 : 0.0);
    }
  });
}

TEST(ModalFilter, TreatsBothDirectionsOfALineAlike) {
  for (const auto basis : {ModalBasis::legendre, ModalBasis::bubble})
    for_all_filters(basis, [](const Quadrature&, const auto&, const Matrix& filter) {
      const int n = filter.rows;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) EXPECT_EQ(filter(i, j), filter(n - 1 - i, n - 1 - j));
    });
}

TEST(ModalFilter, KeepsTheMeanAsLongAsParabolasPass) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto basis : {ModalBasis::legendre, ModalBasis::bubble})
    for_all_filters(basis, [&](const Quadrature& gll, const auto& transfer, const Matrix& filter) {
      if (transfer[2] != 1) return;
      std::vector<double> u;
      for (int i = 0; i < filter.rows; ++i) u.push_back(uniform(engine));
      const auto filtered = product_of(filter, u);
      double before = 0, after = 0;
      for (std::size_t i = 0; i < u.size(); ++i) {
        before += gll.weights[i] * u[i];
        after += gll.weights[i] * filtered[i];
      }
      EXPECT_NEAR(before, after, 1e-14);
    });
}

}  // namespace
}  // namespace lobatto::poly
