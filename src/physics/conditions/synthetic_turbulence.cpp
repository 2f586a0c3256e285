#include "physics/conditions/synthetic_turbulence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/conditions/random_numbers.hpp"

namespace lobatto::physics {

namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// |k| = k_0 / 2 times the length of a normal vector of five components has the spectrum k^4 exp(-2
/// (k / k_0)^2).
Vector wave_vector(RandomNumbers& numbers, const TurbulentWaves::Settings& settings) {
  const double k_0 = std::sqrt(2 * std::numbers::pi) / settings.length;
  double squared = 0;
  for (int i = 0; i < 5; ++i) squared += std::pow(numbers.normal(), 2);
  Vector k = numbers.normals();
  const double factor = 0.5 * k_0 * std::sqrt(squared / dot(k, k));
  for (int d = 0; d < 3; ++d) {
    k[d] *= factor;
    if (!settings.periods[d]) continue;
    const double unit = 2 * std::numbers::pi / *settings.periods[d];
    k[d] = unit * std::round(k[d] / unit);
  }
  return k;
}

/// A random unit vector across k.
Vector across(RandomNumbers& numbers, const Vector& k) {
  const Vector random = numbers.normals();
  Vector direction;
  for (int d = 0; d < 3; ++d) {
    const int a = (d + 1) % 3, b = (d + 2) % 3;
    direction[d] = k[a] * random[b] - k[b] * random[a];
  }
  const double length = std::sqrt(dot(direction, direction));
  for (double& component : direction) component /= length;
  return direction;
}

std::array<std::vector<double>, 3> places_of(const space::Boundary& part) {
  std::array<std::vector<double>, 3> x;
  for (int d = 0; d < 3; ++d)
    part.evaluate(
        [d](const space::Points& points, double, std::span<double> out) {
          std::ranges::copy(std::array{points.x, points.y, points.z}[d], out.begin());
        },
        0.0, x[d]);
  return x;
}

}  // namespace

TurbulentWaves::TurbulentWaves(const Settings& settings) {
  RandomNumbers numbers(settings.seed);
  const double amplitude = std::sqrt(6.0 / settings.n_waves);
  while (waves_.size() < static_cast<std::size_t>(settings.n_waves)) {
    Wave wave{};
    wave.k = wave_vector(numbers, settings);
    if (dot(wave.k, wave.k) == 0) continue;  // longer than all periods
    wave.direction = across(numbers, wave.k);
    for (double& component : wave.direction) component *= amplitude;
    wave.phase = 2 * std::numbers::pi * numbers.uniform();
    wave.frequency = dot(wave.k, settings.convection);
    waves_.push_back(wave);
  }
}

double TurbulentWaves::operator()(int d, const std::array<double, 3>& x, double t) const {
  double sum = 0;
  for (const auto& wave : waves_)
    sum += wave.direction[d] * std::cos(dot(wave.k, x) + wave.phase - wave.frequency * t);
  return sum;
}

SyntheticTurbulence::SyntheticTurbulence(const TurbulentWaves::Settings& settings,
                                         const space::SpaceTimeFunction& intensity,
                                         const space::FunctionSpace& space, int boundary)
    : waves_(settings), intensity_(intensity) {
  const space::Boundary part(space, boundary);
  std::vector<double> strength;
  part.evaluate(intensity_, 0.0, strength);
  std::vector<double> sums(1 + 2 * waves_.waves().size());
  add_integrals(part, strength, sums);
  space.communicator().sum(sums);
  for (std::size_t n = 0; n < waves_.waves().size() && sums[0] > 0; ++n)
    fluxes_.push_back({sums[1 + 2 * n] / sums[0], sums[2 + 2 * n] / sums[0]});
}

/// sums: of the intensity, then of each wave the two of fluxes_.
void SyntheticTurbulence::add_integrals(const space::Boundary& part,
                                        std::span<const double> strength,
                                        std::span<double> sums) const {
  const auto x = places_of(part);
  for (std::size_t i = 0; i < strength.size(); ++i) {
    const double weight = part.weights()[i] * strength[i];
    const Vector place{x[0][i], x[1][i], x[2][i]};
    const Vector normal{part.normal(0)[i], part.normal(1)[i], part.normal(2)[i]};
    sums[0] += weight;
    for (std::size_t n = 0; n < waves_.waves().size(); ++n) {
      const auto& wave = waves_.waves()[n];
      const double angle = dot(wave.k, place) + wave.phase;
      const double outward = weight * dot(wave.direction, normal);
      sums[1 + 2 * n] += outward * std::cos(angle);
      sums[2 + 2 * n] += outward * std::sin(angle);
    }
  }
}

/// cos(a - w t) = cos a cos w t + sin a sin w t.
double SyntheticTurbulence::net_flux(double t) const {
  double flux = 0;
  for (std::size_t n = 0; n < fluxes_.size(); ++n) {
    const double angle = waves_.waves()[n].frequency * t;
    flux += fluxes_[n][0] * std::cos(angle) + fluxes_[n][1] * std::sin(angle);
  }
  return flux;
}

void SyntheticTurbulence::add(int d, const space::Points& points, double t,
                              std::span<double> out) const {
  std::vector<double> strength(out.size());
  intensity_(points, t, strength);
  const double flux = net_flux(t);
  for (std::size_t q = 0; q < out.size(); ++q)
    out[q] += strength[q] *
              (waves_(d, {points.x[q], points.y[q], points.z[q]}, t) - flux * points.normal[d][q]);
}

}  // namespace lobatto::physics
