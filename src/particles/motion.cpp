#include "particles/motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::particles {

namespace {

double added(const Material& material) { return material.added_mass ? 0.5 : 0.0; }

/// Monomials of the polynomial through values of so many levels, newest first.
std::array<Vector3, 3> polynomial(const std::array<Vector3, 3>& values, const Steps& steps,
                                  int n_levels) {
  std::array<Vector3, 3> out{};
  out[0] = values[0];
  if (n_levels < 2) return out;
  const double h = steps.before[0];
  const Vector3 slope = scaled(1 / h, difference(values[0], values[1]));
  out[1] = slope;
  if (n_levels < 3) return out;
  const Vector3 slope_before = scaled(1 / steps.before[1], difference(values[1], values[2]));
  out[2] = scaled(1 / (h + steps.before[1]), difference(slope, slope_before));
  out[1] = sum(slope, h, out[2]);
  return out;
}

/// sum_i factors[i] values[i]
Vector3 combined(const std::array<double, 3>& factors, const std::array<Vector3, 3>& values) {
  Vector3 out{};
  for (int i = 0; i < 3; ++i) out = sum(out, factors[i], values[i]);
  return out;
}

}  // namespace

Motion::Motion(const Material& material) : material_(material) {
  if (is_tracer()) return;
  const double s = material.density_ratio, c = added(material);
  r_ = material.added_mass ? (1 + c) / (s + c) : 0.0;
  stokes_ = 18 * material.viscosity / (material.diameter * material.diameter * (s + c));
  fall_ = scaled((s - 1) / (s + c), material.gravity);
}

double Motion::decay(const Particle::Level& level) const {
  if (is_tracer() || material_.drag == Material::Drag::stokes) return stokes_;
  const double slip = base::norm(difference(level.u, velocity(level)));
  const double reynolds = slip * material_.diameter / material_.viscosity;
  return stokes_ * (1 + 0.15 * std::pow(reynolds, 0.687));
}

Vector3 Motion::rate(const Particle::Level& level, const Vector3& along) const {
  if (is_tracer()) return {};
  const double k = decay(level);
  Vector3 rate = sum(fall_, r_, along);
  rate = sum(rate, -k, level.q);
  return sum(rate, k * (1 - r_), level.u);
}

Vector3 Motion::drag(const Particle::Level& level) const {
  if (is_tracer()) return {};
  const double s = material_.density_ratio;
  return scaled(decay(level) * (s + added(material_)) / s, difference(level.u, velocity(level)));
}

double Motion::mass() const {
  return material_.density_ratio * std::numbers::pi / 6 * std::pow(material_.diameter, 3);
}

std::array<double, 5> exponential_integrals(double z) {
  std::array<double, 5> phi{};
  constexpr std::array factorial{1.0, 1.0, 2.0, 6.0};
  if (z > 1) {  // upwards: phi_{k+1}(y) = (phi_k(y) - 1 / k!) / y
    phi[0] = std::exp(-z);
    for (int k = 0; k < 4; ++k) phi[k + 1] = (phi[k] - 1 / factorial[k]) / -z;
    return phi;
  }
  constexpr int n_terms = 16;  // z^16 / 20! is 4e-19
  double term = 1.0 / 24;
  for (int j = 0; j < n_terms; ++j) {
    phi[4] += term;
    term *= -z / (j + 5);
  }
  for (int k = 3; k >= 0; --k) phi[k] = -z * phi[k + 1] + 1 / factorial[k];
  return phi;
}

Arc::End Arc::at(double s) const {
  const double s2 = s * s, s3 = s2 * s;
  End end{scaled(r, combined({s, s2 / 2, s3 / 3}, u)), {}};
  if (r == 1 && decay == 0) return end;  // a tracer
  const auto phi = exponential_integrals(decay * s);
  end.move = sum(end.move, s * phi[1], q);
  end.move = sum(end.move, 1.0, combined({s2 * phi[2], s3 * phi[3], 2 * s2 * s2 * phi[4]}, n));
  end.q = sum(scaled(phi[0], q), 1.0, combined({s * phi[1], s2 * phi[2], 2 * s3 * phi[3]}, n));
  return end;
}

Arc Arc::from(double s) const {
  Arc rest = *this;
  rest.q = at(s).q;
  for (auto* const p : {&rest.n, &rest.u}) {
    (*p)[0] = sum(sum((*p)[0], s, (*p)[1]), s * s, (*p)[2]);
    (*p)[1] = sum((*p)[1], 2 * s, (*p)[2]);
  }
  return rest;
}

Vector3 Arc::velocity(double s) const { return sum(at(s).q, r, combined({1.0, s, s * s}, u)); }

Arc arc_of(const Particle& particle, const Motion& motion, const Steps& steps, int order) {
  const int n_levels = std::min(order, static_cast<int>(particle.n_known));
  const auto& levels = particle.levels;
  Arc arc{motion.decay(levels[0]), motion.r(), levels[0].q};
  std::array<Vector3, 3> rates, velocities;
  for (int i = 0; i < n_levels; ++i) {
    rates[i] = sum(levels[i].rate, arc.decay, levels[i].q);
    velocities[i] = levels[i].u;
  }
  if (!motion.is_tracer()) arc.n = polynomial(rates, steps, n_levels);
  arc.u = polynomial(velocities, steps, n_levels);
  return arc;
}

Arc::End correction_of(const Particle& particle, const Motion& motion, double dt) {
  const auto& [now, before, unused] = particle.levels;
  Arc arc{motion.decay(before), motion.r()};
  const auto n_of = [&](const Particle::Level& level) {
    return sum(level.rate, arc.decay, level.q);
  };
  if (!motion.is_tracer()) arc.n[1] = scaled(1 / dt, difference(n_of(now), n_of(before)));
  arc.u[1] = scaled(1 / dt, difference(now.u, before.u));
  return arc.at(dt);
}

}  // namespace lobatto::particles
