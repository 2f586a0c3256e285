#include "physics/conditions/turbulence/turbulent_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/vector3.hpp"
#include "physics/conditions/turbulence/random_numbers.hpp"

namespace lobatto::physics {

namespace {

using base::dot;
using base::unit;
using Vector = base::Vector3;
using Symmetric = std::array<double, 6>;  ///< xx, yy, zz, xy, xz, yz

/// The unit vector across both.
Vector across(const Vector& a, const Vector& b) { return unit(base::cross(a, b)); }

/// Three unit vectors across each other.
std::array<Vector, 3> random_frame(RandomNumbers& numbers) {
  const Vector first = unit(numbers.normals());
  const Vector second = across(first, numbers.normals());
  return {first, second, across(first, second)};
}

/// |k| = k_0 / 2 times the length of a normal vector of five components has the spectrum k^4 exp(-2
/// (k / k_0)^2).
Vector wave_vector(RandomNumbers& numbers, const Vector& direction,
                   const TurbulentWaves::Settings& settings) {
  const double k_0 = std::sqrt(2 * std::numbers::pi) / settings.length;
  double squared = 0;
  for (int i = 0; i < 5; ++i) squared += std::pow(numbers.normal(), 2);
  Vector k;
  for (int d = 0; d < 3; ++d) {
    k[d] = 0.5 * k_0 * std::sqrt(squared) * direction[d];
    if (!settings.periods[d]) continue;
    const double smallest = 2 * std::numbers::pi / *settings.periods[d];
    k[d] = smallest * std::round(k[d] / smallest);
  }
  return k;
}

Symmetric square(const Vector& s) {
  return {s[0] * s[0], s[1] * s[1], s[2] * s[2], s[0] * s[1], s[0] * s[2], s[1] * s[2]};
}

double dot(const Symmetric& a, const Symmetric& b) {
  double sum = 0;
  for (int p = 0; p < 6; ++p) sum += a[p] * b[p];
  return sum;
}

/// Solves for x, by Gauss; none where the matrix, symmetric and not negative, is close to singular.
std::optional<Symmetric> solve(std::array<Symmetric, 6> matrix, Symmetric x) {
  double largest = 0;
  for (int p = 0; p < 6; ++p) largest = std::max(largest, matrix[p][p]);
  for (int p = 0; p < 6; ++p) {
    if (!(matrix[p][p] > 1e-6 * largest)) return std::nullopt;
    for (int q = p + 1; q < 6; ++q) {
      const double factor = matrix[q][p] / matrix[p][p];
      for (int r = p; r < 6; ++r) matrix[q][r] -= factor * matrix[p][r];
      x[q] -= factor * x[p];
    }
  }
  for (int p = 5; p >= 0; --p) {
    for (int q = p + 1; q < 6; ++q) x[p] -= matrix[p][q] * x[q];
    x[p] /= matrix[p][p];
  }
  return x;
}

}  // namespace

TurbulentWaves::TurbulentWaves(const Settings& settings) {
  RandomNumbers numbers(settings.seed);
  const auto n_waves = static_cast<std::size_t>(settings.n_waves);
  while (waves_.size() < n_waves) {
    const auto frame = random_frame(numbers);
    for (int axis = 0; axis < 3 && waves_.size() < n_waves; ++axis) {
      Wave wave{};
      wave.k = wave_vector(numbers, frame[axis], settings);
      wave.phase = 2 * std::numbers::pi * numbers.uniform();
      if (dot(wave.k, wave.k) == 0) continue;  // longer than all periods
      wave.direction = across(wave.k, frame[(axis + 1) % 3]);
      wave.frequency = dot(wave.k, settings.convection);
      waves_.push_back(wave);
    }
  }
  balance();
}

/// g_n^2 = s_n . A s_n with the symmetric A for which sum g_n^2 s_n s_n^T is N / 3 times the unit
/// matrix; 1 where there is none or a g_n^2 would not be positive.
void TurbulentWaves::balance() {
  std::array<Symmetric, 6> matrix{};
  for (const auto& wave : waves_) {
    const auto s = square(wave.direction);
    for (int p = 0; p < 6; ++p)
      for (int q = 0; q < 6; ++q) matrix[p][q] += s[p] * s[q];
  }
  const auto n_waves = static_cast<double>(waves_.size());
  const auto shape = solve(matrix, {n_waves / 3, n_waves / 3, n_waves / 3, 0, 0, 0});
  const bool is_possible = shape && std::ranges::all_of(waves_, [&](const Wave& wave) {
                             return dot(*shape, square(wave.direction)) > 0;
                           });
  for (auto& wave : waves_) {
    const double squared = is_possible ? dot(*shape, square(wave.direction)) : 1;
    for (double& component : wave.direction) component *= std::sqrt(6 * squared / n_waves);
  }
}

TurbulentWaves::Turns TurbulentWaves::turns(double t) const {
  Turns turns;
  for (const auto& wave : waves_) {
    turns.cosines.push_back(std::cos(wave.frequency * t));
    turns.sines.push_back(std::sin(wave.frequency * t));
  }
  return turns;
}

std::array<double, 3> TurbulentWaves::operator()(const Vector& x, double t) const {
  Vector sum{};
  for (const auto& wave : waves_) {
    const double value = std::cos(wave.angle(x) - wave.frequency * t);
    for (int d = 0; d < 3; ++d) sum[d] += wave.direction[d] * value;
  }
  return sum;
}

}  // namespace lobatto::physics
