#include <algorithm>
#include <cmath>

#include "physics/closures/minors.hpp"
#include "physics/closures/point_model.hpp"

namespace lobatto::physics {

namespace {

/// nu_t = (C_s width)^2 sqrt(2 S : S) (Smagorinsky 1963). Zero in solid rotation; neither in a
/// shear flow nor at a wall.
struct Smagorinsky {
  static constexpr double constant = 0.17;  ///< of isotropic turbulence (Lilly 1967)
  static constexpr double flops = 30;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

double Smagorinsky::rate(const GradientTensor& g) { return std::sqrt(2 * strain_squared(g)); }

/// nu_t = (C_w width)^2 (T : T)^(3/2) / ((S : S)^(5/2) + (T : T)^(5/4)), T the traceless symmetric
/// part of g g (Nicoud & Ducros 1999). Zero in a shear flow, like y^3 at a wall; not zero in solid
/// rotation.
struct Wale {
  static constexpr double constant = 0.5;
  static constexpr double flops = 120;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

/// T : T
double square_of_traceless_part(const GradientTensor& g) {
  GradientTensor squared{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) squared[i][j] += g[i][k] * g[k][j];
  const double mean = (squared[0][0] + squared[1][1] + squared[2][2]) / 3;
  for (std::size_t i = 0; i < 3; ++i) squared[i][i] -= mean;
  return strain_squared(squared);
}

double Wale::rate(const GradientTensor& g) {
  const double tt = square_of_traceless_part(g), ss = strain_squared(g);
  if (tt == 0) return 0;
  const double root = std::sqrt(tt);
  return tt * root / (ss * ss * std::sqrt(ss) + tt * std::sqrt(root));
}

/// nu_t = c width^2 sqrt(B / g : g), B the second invariant of g^T g (Vreman 2004, for one width in
/// all directions). Zero in a shear flow, like y at a wall; not zero in solid rotation.
struct Vreman {
  static constexpr double constant = 0.07;  ///< 2.5 C_s^2
  static constexpr double flops = 60;
  static double scale(double c) { return c; }
  static double rate(const GradientTensor& g);
};

double Vreman::rate(const GradientTensor& g) {
  return std::sqrt(squared_minors(g) / squared_norm(g));
}

/// nu_t = (C width)^2 s_3 (s_1 - s_2) (s_2 - s_3) / s_1^2, s_1 >= s_2 >= s_3 the singular values of
/// g (Nicoud, Baya Toda, Cabrit, Bose & Lee 2011). Zero in solid rotation, in all flow of two
/// components or two dimensions, and where strain is axisymmetric or isotropic; like y^3 at a wall.
struct Sigma {
  static constexpr double constant = 1.35;
  static constexpr double flops = 130;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

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

}  // namespace

SubgridModelKind smagorinsky_model() { return model_of_point<Smagorinsky>("smagorinsky"); }
SubgridModelKind wale_model() { return model_of_point<Wale>("wale"); }
SubgridModelKind vreman_model() { return model_of_point<Vreman>("vreman"); }
SubgridModelKind sigma_model() { return model_of_point<Sigma>("sigma"); }

}  // namespace lobatto::physics
