#include "poly/quadrature.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "base/error.hpp"

namespace lobatto::poly {
namespace {

// Nodes and weights are found in extended precision and rounded once at the end.
using Real = long double;

constexpr Real pi = std::numbers::pi_v<Real>;

/// P_n(x) and P_{n-1}(x) by the three-term recurrence.
struct LegendrePair {
  Real value;
  Real previous;
};
LegendrePair legendre(int n, Real x) {
  Real previous = 0;
  Real value = 1;
  for (int k = 1; k <= n; ++k) {
    const Real next = ((2 * k - 1) * x * value - (k - 1) * previous) / static_cast<Real>(k);
    previous = value;
    value = next;
  }
  return {value, previous};
}

/// Newton's iteration until the step is at round-off. `step(x)` is f(x) / f'(x).
template <class Step>
Real newton(Real x, const Step& step) {
  constexpr int max_iterations = 50;
  for (int i = 0; i < max_iterations; ++i) {
    const Real dx = step(x);
    x -= dx;
    if (std::abs(dx) < 4 * std::numeric_limits<Real>::epsilon()) break;
  }
  return x;
}

/// Fills both halves from the positive node number i from the upper end, so that the rule is
/// symmetric to the last bit.
void set_pair(Quadrature& rule, int i, Real node, Real weight) {
  const std::size_t lower = static_cast<std::size_t>(i);
  const std::size_t upper = rule.nodes.size() - 1 - lower;
  const double rounded = lower == upper ? 0.0 : static_cast<double>(node);
  rule.nodes[upper] = rounded;
  rule.nodes[lower] = lower == upper ? 0.0 : -rounded;
  rule.weights[lower] = rule.weights[upper] = static_cast<double>(weight);
}

Quadrature empty_rule(int n) {
  const auto size = static_cast<std::size_t>(n);
  return {std::vector<double>(size), std::vector<double>(size)};
}

}  // namespace

Quadrature gauss_lobatto_legendre(int n) {
  if (n < 2)
    throw base::Error("a Gauss-Lobatto rule needs at least 2 nodes, not " + std::to_string(n));
  const int degree = n - 1;
  // f = (1 - x^2) P'_N = N (P_{N-1} - x P_N) and f' = -N (N + 1) P_N.
  const auto step = [degree](Real x) {
    const auto [p, previous] = legendre(degree, x);
    return (x * p - previous) / ((degree + 1) * p);
  };
  Quadrature rule = empty_rule(n);
  for (int i = 0; i < (n + 1) / 2; ++i) {
    Real x = 1;
    if (i > 0) {
      const Real angle = pi * (i + Real(0.25)) / degree;
      x = newton(std::cos(angle - 3 / (8 * degree * degree * angle)), step);
    }
    if (2 * i == degree) x = 0;
    const Real p = legendre(degree, x).value;
    set_pair(rule, i, x, 2 / (degree * (degree + 1) * p * p));
  }
  return rule;
}

Quadrature gauss_legendre(int n) {
  if (n < 1) throw base::Error("a Gauss rule needs at least 1 node, not " + std::to_string(n));
  // (1 - x^2) P'_n = n (P_{n-1} - x P_n)
  const auto derivative = [n](Real x) {
    const auto [p, previous] = legendre(n, x);
    return n * (previous - x * p) / (1 - x * x);
  };
  Quadrature rule = empty_rule(n);
  for (int i = 0; i < (n + 1) / 2; ++i) {
    Real x = newton(std::cos(pi * (i + Real(0.75)) / (n + Real(0.5))),
                    [&](Real y) { return legendre(n, y).value / derivative(y); });
    if (2 * i == n - 1) x = 0;
    const Real dp = derivative(x);
    set_pair(rule, i, x, 2 / ((1 - x * x) * dp * dp));
  }
  return rule;
}

}  // namespace lobatto::poly
