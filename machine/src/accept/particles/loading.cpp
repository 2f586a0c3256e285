#include "accept/particles/loading.hpp"

#include <cmath>
#include <numbers>

namespace lobatto::accept {

namespace {

/// Moves what is even along direction 0 of a box of n cells: of displacement -(a / k) sin(k x) the
/// density is 1 + a cos(k x) + O(a^2).
double with_wave(double x, int n, double amplitude) {
  const double k = 2 * std::numbers::pi / n;
  const double moved = x - amplitude / k * std::sin(k * x);
  return moved < 0 ? moved + n : moved;
}

}  // namespace

double radical_inverse(long long i, int base) {
  double sum = 0, digit = 1;
  for (; i > 0; i /= base) {
    digit /= base;
    sum += digit * static_cast<double>(i % base);
  }
  return sum;
}

double normal_quantile(double probability) {
  if (probability > 0.5) return -normal_quantile(1 - probability);
  // Below 0 the distribution is convex: from 0 Newton's steps only go down to the root.
  double x = 0;
  for (int step = 0; step < 50; ++step) {
    const double excess = 0.5 * std::erfc(-x / std::numbers::sqrt2) - probability;
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    x -= excess / density;
    if (std::abs(excess) < 1e-14 * probability + 1e-16) break;
  }
  return x;
}

Loading cold_wave(const std::array<int, 3>& size, int per_cell_and_direction, double amplitude) {
  return [=](long long i) {
    Particle particle{};
    for (std::size_t d = 0; d < 3; ++d) {
      const long long n = static_cast<long long>(size[d]) * per_cell_and_direction;
      particle.x[d] = (static_cast<double>(i % n) + 0.5) / per_cell_and_direction;
      i /= n;
    }
    particle.x[0] = with_wave(particle.x[0], size[0], amplitude);
    return particle;
  };
}

Loading quiet_maxwellian(const std::array<int, 3>& size, long long n_particles, double amplitude) {
  return [=](long long i) {
    const auto part = [i](int base) { return radical_inverse(i + 1, base); };
    const double even = (static_cast<double>(i) + 0.5) / static_cast<double>(n_particles);
    return Particle{
        {with_wave(size[0] * even, size[0], amplitude), size[1] * part(3), size[2] * part(5)},
        {normal_quantile(part(2)), normal_quantile(part(7)), normal_quantile(part(11))}};
  };
}

}  // namespace lobatto::accept
