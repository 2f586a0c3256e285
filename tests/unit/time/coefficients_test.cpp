#include "time/coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace lobatto::time {
namespace {

std::vector<std::array<double, 3>> step_histories() {
  std::vector<std::array<double, 3>> histories{{0.1, 0.1, 0.1}, {1.0, 1.0, 1.0}, {0.01, 0.1, 0.05}};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> step(0.5, 2.0);
  for (int i = 0; i < 20; ++i) histories.push_back({step(random), step(random), step(random)});
  return histories;
}

/// Times t^{n+1}, t^n, t^{n-1}, t^{n-2} relative to t^{n+1}.
std::array<double, 4> times(const std::array<double, 3>& steps) {
  return {0, -steps[0], -steps[0] - steps[1], -steps[0] - steps[1] - steps[2]};
}

TEST(Bdf, DifferentiatesPolynomialsUpToItsOrderOnAnySteps) {
  for (const auto& steps : step_histories()) {
    const auto t = times(steps);
    for (int order = 1; order <= max_order; ++order) {
      const Bdf scheme = bdf(steps, order);
      EXPECT_EQ(scheme.order, order);
      for (int degree = 0; degree <= order; ++degree) {
        const auto u = [&](double x) { return std::pow(x / steps[0] + 1.5, degree); };
        const double slope = degree == 0 ? 0 : degree * std::pow(1.5, degree - 1) / steps[0];
        double found = scheme.leading * u(t[0]);
        for (int k = 0; k < order; ++k) found -= scheme.history[k] * u(t[k + 1]);
        EXPECT_NEAR(found * steps[0], slope * steps[0], 1e-12)
            << "order " << order << " degree " << degree;
      }
      for (int k = order; k < max_order; ++k) EXPECT_EQ(scheme.history[k], 0);
    }
  }
}

TEST(Bdf, HasErrorOfTheNextDegree) {
  const std::array<double, 3> steps{0.1, 0.13, 0.09};
  const auto t = times(steps);
  for (int order = 1; order <= max_order; ++order) {
    const Bdf scheme = bdf(steps, order);
    double found = 0;  // derivative of t^(order + 1) at 0, exactly 0
    for (int k = 0; k < order; ++k) found -= scheme.history[k] * std::pow(t[k + 1], order + 1);
    EXPECT_GT(std::abs(found), 1e-4);
  }
}

TEST(Bdf, HasTheKnownTablesOnConstantSteps) {
  const double dt = 0.125;
  const std::array<double, 3> steps{dt, dt, dt};
  const std::array<std::array<double, 4>, 3> tables{
      {{1, 1, 0, 0}, {3.0 / 2, 2, -1.0 / 2, 0}, {11.0 / 6, 3, -3.0 / 2, 1.0 / 3}}};
  for (int order = 1; order <= max_order; ++order) {
    const Bdf scheme = bdf(steps, order);
    const auto& table = tables[order - 1];
    EXPECT_NEAR(scheme.leading * dt, table[0], 1e-15);
    for (int k = 0; k < max_order; ++k) EXPECT_NEAR(scheme.history[k] * dt, table[k + 1], 1e-15);
  }
}

TEST(Extrapolation, ContinuesPolynomialsBelowItsOrderOnAnySteps) {
  for (const auto& steps : step_histories()) {
    const auto t = times(steps);
    for (int order = 1; order <= max_order; ++order) {
      const Extrapolation scheme = extrapolation(steps, order);
      EXPECT_EQ(scheme.order, order);
      for (int degree = 0; degree < order; ++degree) {
        const auto f = [&](double x) { return std::pow(x / steps[0] + 1.5, degree); };
        double found = 0;
        for (int k = 0; k < order; ++k) found += scheme.history[k] * f(t[k + 1]);
        EXPECT_NEAR(found / f(0), 1, 1e-12) << "order " << order << " degree " << degree;
      }
    }
  }
}

TEST(Extrapolation, HasTheKnownTablesOnConstantSteps) {
  const std::array<double, 3> steps{0.3, 0.3, 0.3};
  const std::array<std::array<double, 3>, 3> tables{{{1, 0, 0}, {2, -1, 0}, {3, -3, 1}}};
  for (int order = 1; order <= max_order; ++order) {
    const Extrapolation scheme = extrapolation(steps, order);
    for (int k = 0; k < max_order; ++k) EXPECT_NEAR(scheme.history[k], tables[order - 1][k], 2e-15);
  }
}

/// Error at t = 2 of u' = -u + f, f = sin t by extrapolation, from exact starting values on steps
/// that wobble.
double error_of_scheme(int order, int n_steps) {
  const auto exact = [](double t) { return std::exp(-t) + (std::sin(t) - std::cos(t)) / 2; };
  const double dt = 2.0 / n_steps;
  std::vector<double> t{0.0};
  while (static_cast<int>(t.size()) <= n_steps) {
    const double wobble = t.size() % 3 == 0 ? 0.8 : (t.size() % 3 == 1 ? 1.2 : 1.0);
    t.push_back(t.back() + dt * wobble);
  }
  std::vector<double> u;
  for (int n = 0; n < order; ++n) u.push_back(exact(t[n]));
  for (int n = order - 1; n < n_steps; ++n) {
    std::array<double, max_order> steps{};
    for (int k = 0; k < order; ++k) steps[k] = k <= n ? t[n + 1 - k] - t[n - k] : dt;
    const Bdf b = bdf(steps, order);
    const Extrapolation e = extrapolation(steps, order);
    double rhs = 0;
    for (int k = 0; k < order; ++k)
      rhs += b.history[k] * u[n - k] + e.history[k] * std::sin(t[n - k]);
    u.push_back(rhs / (b.leading + 1));
  }
  return std::abs(u.back() - exact(t[n_steps]));
}

TEST(BdfWithExtrapolation, ConvergesAtItsOrderOnUnevenSteps) {
  for (int order = 1; order <= max_order; ++order) {
    const double slope = std::log2(error_of_scheme(order, 150) / error_of_scheme(order, 300));
    EXPECT_NEAR(slope, order, 0.1) << "order " << order;
  }
}

// u = t^3, from exact levels: the defect is that of the third derivative alone.
TEST(PolynomialAt, HasTheValuesAndSlopesOfPolynomialsAtAnyTime) {
  for (const auto& steps : step_histories()) {
    const auto t = times(steps);
    for (int order = 1; order <= max_order; ++order)
      for (const double part : {0.0, 0.3, 1.0, 1.7}) {
        const double age = part * steps[0];
        const Extrapolation value = polynomial_at(steps, order, age),
                            slope = slope_at(steps, order, age);
        for (int degree = 0; degree < order; ++degree) {
          const auto u = [&](double x) { return std::pow(x / steps[0] + 1.5, degree); };
          double found = 0, found_slope = 0;
          for (int k = 0; k < order; ++k) found += value.history[k] * u(t[k + 1]);
          for (int k = 0; k < order; ++k) found_slope += slope.history[k] * u(t[k + 1]);
          EXPECT_NEAR(found, u(-age), 1e-11);
          EXPECT_NEAR(found_slope * steps[0], degree * std::pow(1.5 - part, degree - 1), 1e-11);
        }
      }
  }
}

// u = exp(t), of a single rate: a fourth derivative that is u'''^2 / u''.
TEST(ThirdOrderError, IsThatOfAStepWithExplicitSlopes) {
  for (const auto& steps : step_histories()) {
    const double scale = 0.01 / (steps[0] + steps[1] + steps[2]);
    const auto t = times(steps);
    const auto u = [&](double x) { return std::exp(scale * x); };
    const Bdf b = bdf(steps, 3);
    const Extrapolation two = extrapolation(steps, 2), three = extrapolation(steps, 3);
    double next = 0, second = u(t[0]), third = u(t[0]);
    for (int k = 0; k < 3; ++k)
      next += b.history[k] * u(t[k + 1]) + three.history[k] * scale * u(t[k + 1]);
    for (int k = 0; k < 2; ++k) second -= two.history[k] * u(t[k + 1]);
    for (int k = 0; k < 3; ++k) third -= three.history[k] * u(t[k + 1]);
    const double error = std::abs(next / b.leading - u(t[0]));
    EXPECT_NEAR(third_order_error(steps, std::abs(third), std::abs(second)) / error, 1, 0.03);
  }
}

TEST(ThirdOrderError, IsNoMoreOfRoundOffThanThirdDifferencesAre) {
  const std::array<double, 3> steps{0.1, 0.1, 0.1};
  EXPECT_DOUBLE_EQ(third_order_error(steps, 1e-15, 1e-17), 9.0 / 22 * 1e-15);
  EXPECT_EQ(third_order_error(steps, 0, 0), 0);
}

TEST(LocalError, IsThatOfAStepOfSecondOrder) {
  for (const auto& steps : step_histories()) {
    const auto t = times(steps);
    const auto u = [](double x) { return x * x * x; };
    const auto slope = [](double x) { return 3 * x * x; };
    const Bdf b = bdf(steps, 2);
    const Extrapolation two = extrapolation(steps, 2), three = extrapolation(steps, 3);
    double past = 0, of_explicit = 0, predicted = 0;
    for (int k = 0; k < 2; ++k) past += b.history[k] * u(t[k + 1]);
    for (int k = 0; k < 2; ++k) of_explicit += two.history[k] * slope(t[k + 1]);
    for (int k = 0; k < 3; ++k) predicted += three.history[k] * u(t[k + 1]);
    const double estimate = local_error_factor(steps) * std::abs(u(t[0]) - predicted);
    EXPECT_NEAR(std::abs((past + of_explicit) / b.leading - u(t[0])) / estimate, 1, 1e-11);
    // What is implicit makes half of it.
    EXPECT_NEAR(std::abs((past + slope(t[0])) / b.leading - u(t[0])) / estimate, 0.5, 1e-11);
  }
}

TEST(LocalError, HasTheKnownConstantOnConstantSteps) {
  EXPECT_DOUBLE_EQ(local_error_factor(std::array{0.1, 0.1, 0.1}), 4.0 / 9);
}

TEST(Coefficients, RefuseWhatIsNoScheme) {
  const std::array<double, 2> steps{0.1, 0.1};
  EXPECT_THROW(bdf(steps, 0), base::Error);
  EXPECT_THROW(bdf(steps, 4), base::Error);
  EXPECT_THROW(bdf(steps, 3), base::Error);
  EXPECT_THROW(extrapolation(std::array<double, 2>{0.1, 0.0}, 2), base::Error);
}

/// The largest |phi| after many steps of d phi/dt = -rate phi, all explicit, from levels that
/// excite all modes of the scheme.
double after_decay(int order, double rate_dt) {
  const std::array<double, 3> steps{1, 1, 1};
  const Bdf b = bdf(steps, order);
  const Extrapolation x = extrapolation(steps, order);
  std::array<double, 3> phi{1, -0.3, 0.7};
  for (int n = 0; n < 2000; ++n) {
    double sum = 0;
    for (int k = 0; k < order; ++k) sum += (b.history[k] - rate_dt * x.history[k]) * phi[k];
    phi = {sum / b.leading, phi[0], phi[1]};
  }
  return std::abs(phi[0]);
}

TEST(DecayLimit, IsWhereExplicitDecayTurnsIntoGrowth) {
  for (int order = 1; order <= max_order; ++order) {
    SCOPED_TRACE(order);
    EXPECT_LT(after_decay(order, 0.98 * decay_limit(order)), 1e-6);
    EXPECT_LT(after_decay(order, 0.3 * decay_limit(order)), 1e-6);
    EXPECT_GT(after_decay(order, 1.02 * decay_limit(order)), 1e3);
  }
}

TEST(DecayLimit, HasKnownValues) {
  EXPECT_DOUBLE_EQ(decay_limit(1), 2.0);
  EXPECT_DOUBLE_EQ(decay_limit(2), 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(decay_limit(3), 20.0 / 21.0);
}

}  // namespace
}  // namespace lobatto::time
