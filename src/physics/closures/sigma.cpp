#include "physics/closures/sigma.hpp"

#include <algorithm>
#include <cmath>

#include "physics/closures/minors.hpp"

namespace lobatto::physics {

namespace {

/// The largest root of the characteristic polynomial of g^T g, given its invariants.
double largest_eigenvalue(double first, double second, double third) {
  const double mean = first / 3;
  const double spread = std::max(mean * mean - second / 3, 0.0);
  const double skew = mean * mean * mean - first * second / 6 + third / 2;
  const double root = std::sqrt(spread);
  if (root <= 1e-8 * mean) return mean;
  const double cosine = std::clamp(skew / (spread * root), -1.0, 1.0);
  return mean + 2 * root * std::cos(std::acos(cosine) / 3);
}

}  // namespace

/// The two smaller ones come from their sum and product: what cancels in the trigonometric roots
/// would be the square root of round-off where it ought to be zero.
double Sigma::rate(const GradientTensor& g) {
  const double first = squared_norm(g), second = squared_minors(g);
  const double det = determinant(g);
  if (det == 0) return 0;  // s_3
  const double largest = largest_eigenvalue(first, second, det * det);
  const double product = det * det / largest, sum = (second - product) / largest;
  const double middle = 0.5 * (sum + std::sqrt(std::max(sum * sum - 4 * product, 0.0)));
  const double smallest = product / middle;
  const double s1 = std::sqrt(largest), s2 = std::sqrt(middle), s3 = std::sqrt(smallest);
  return s3 * std::max(s1 - s2, 0.0) * std::max(s2 - s3, 0.0) / largest;
}

}  // namespace lobatto::physics
