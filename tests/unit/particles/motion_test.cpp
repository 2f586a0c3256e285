#include "particles/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace lobatto::particles {
namespace {

/// phi_k(-z) by Simpson's rule.
double integral(int k, double z) {
  constexpr int n = 2000;
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double s = static_cast<double>(i) / n;
    const double weight = i == 0 || i == n ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * std::exp(-(1 - s) * z) * std::pow(s, k - 1) / std::tgamma(k);
  }
  return sum / (3 * n);
}

TEST(ExponentialIntegrals, AreTheirIntegrals) {
  for (const double z : {0.0, 1e-9, 1e-3, 0.3, 0.999, 1.001, 4.0, 20.0}) {
    const auto phi = exponential_integrals(z);
    EXPECT_NEAR(phi[0], std::exp(-z), 1e-15);
    for (int k = 1; k <= 4; ++k) EXPECT_NEAR(phi[k], integral(k, z), 1e-9) << k << " " << z;
  }
  EXPECT_NEAR(exponential_integrals(1e8)[1], 1e-8, 1e-20);
}

/// A flow by formulas: the velocity and its gradient, [component][direction].
struct Flow {
  std::function<Vector3(const Vector3&, double)> u;
  std::function<std::array<Vector3, 3>(const Vector3&, double)> gradient;
};

/// Vortices whose strength changes; a gradient of them for added mass.
Flow vortices() {
  const auto strength = [](double t) { return 1 + 0.5 * std::sin(2 * t); };
  return {[=](const Vector3& x, double t) {
            const double a = strength(t);
            return Vector3{a * std::sin(x[0]) * std::cos(x[1]),
                           -a * std::cos(x[0]) * std::sin(x[1]), 0.3 * std::cos(x[0] + t)};
          },
          [=](const Vector3& x, double t) {
            const double a = strength(t), s = std::sin(x[0]), c = std::cos(x[0]);
            return std::array<Vector3, 3>{
                Vector3{a * c * std::cos(x[1]), -a * s * std::sin(x[1]), 0},
                Vector3{a * s * std::sin(x[1]), -a * c * std::cos(x[1]), 0},
                Vector3{-0.3 * std::sin(x[0] + t), 0, 0}};
          }};
}

Flow rest() {
  return {[](const Vector3&, double) { return Vector3{}; },
          [](const Vector3&, double) { return std::array<Vector3, 3>{}; }};
}

void look(Particle& particle, const Motion& motion, const Flow& flow, double t) {
  auto& now = particle.levels[0];
  now.u = flow.u(particle.x, t);
  const auto gradient = flow.gradient(particle.x, t);
  const Vector3 slip = difference(now.u, motion.velocity(now));
  Vector3 along{};
  for (int c = 0; c < 3; ++c) along[c] = base::dot(gradient[c], slip);
  now.rate = motion.rate(now, along);
}

/// As Cloud takes steps, without a mesh. Steps alternate between two lengths.
Particle moved(const Motion& motion, const Flow& flow, Vector3 x, Vector3 v, double end, int n) {
  Particle particle;
  particle.x = x;
  particle.n_known = 1;
  look(particle, motion, flow, 0);
  particle.levels[0].q = motion.q_of(v, particle.levels[0].u);
  look(particle, motion, flow, 0);
  Steps steps;
  double t = 0;
  for (int i = 0; i < n; ++i) {
    steps.next = end / n * (i % 2 == 0 ? 1.2 : 0.8);
    const auto arc_end = arc_of(particle, motion, steps, 3).at(steps.next);
    auto& levels = particle.levels;
    levels = {Particle::Level{{}, arc_end.q, {}}, levels[0], levels[1]};
    particle.x = sum(particle.x, 1.0, arc_end.move);
    particle.n_known = std::min<std::int64_t>(particle.n_known + 1, 3);
    t += steps.next;
    look(particle, motion, flow, t);
    if (particle.n_known == 2) {
      const auto lacks = correction_of(particle, motion, steps.next);
      particle.x = sum(particle.x, 1.0, lacks.move);
      levels[0].q = sum(levels[0].q, 1.0, lacks.q);
      look(particle, motion, flow, t);
    }
    steps.before = {steps.next, steps.before[0]};
  }
  return particle;
}

/// The equation as Maxey and Riley have it, with Du/Dt by differences, by the classical method of
/// Runge and Kutta.
struct Reference {
  Material material;
  Flow flow;

  [[nodiscard]] Vector3 acceleration(const Vector3& x, const Vector3& v, double t) const {
    const double c = material.added_mass ? 0.5 : 0.0, s = material.density_ratio;
    const Vector3 u = flow.u(x, t), slip = difference(u, v);
    const double re = base::norm(slip) * material.diameter / material.viscosity;
    const double f = material.drag == Material::Drag::stokes ? 1 : 1 + 0.15 * std::pow(re, 0.687);
    const double tau = s * material.diameter * material.diameter / (18 * material.viscosity);
    Vector3 force = sum(scaled(s * f / tau, slip), s - 1, material.gravity);
    if (material.added_mass) {
      constexpr double dt = 1e-5;
      const auto gradient = flow.gradient(x, t);
      const Vector3 change = difference(flow.u(x, t + dt), flow.u(x, t - dt));
      for (int i = 0; i < 3; ++i)
        force[i] += (1 + c) * (change[i] / (2 * dt) + base::dot(gradient[i], u));
    }
    return scaled(1 / (s + c), force);
  }
  [[nodiscard]] std::array<Vector3, 2> at(Vector3 x, Vector3 v, double end, int n) const {
    const double h = end / n;
    for (int i = 0; i < n; ++i) {
      const double t = i * h;
      std::array<Vector3, 4> dx, dv;
      Vector3 x_now = x, v_now = v;
      for (int stage = 0; stage < 4; ++stage) {
        const double part = stage == 0 ? 0 : (stage == 3 ? 1 : 0.5);
        if (stage > 0) {
          x_now = sum(x, part * h, dx[stage - 1]);
          v_now = sum(v, part * h, dv[stage - 1]);
        }
        dx[stage] = v_now;
        dv[stage] = acceleration(x_now, v_now, t + part * h);
      }
      for (int stage = 0; stage < 4; ++stage) {
        const double weight = (stage == 0 || stage == 3 ? 1.0 : 2.0) / 6;
        x = sum(x, weight * h, dx[stage]);
        v = sum(v, weight * h, dv[stage]);
      }
    }
    return {x, v};
  }
};

Material heavy() {
  Material m{.kind = Material::Kind::inertial, .diameter = 0.02, .density_ratio = 50};
  m.gravity = {0, 0, -1};
  m.viscosity = 0.01;
  return m;
}

TEST(Motion, SettlesAsItsEquationSays) {
  for (const bool has_added_mass : {false, true}) {
    Material material = heavy();
    material.added_mass = has_added_mass;
    const auto [x, v] = Reference{material, rest()}.at({}, {}, 2.0, 20000);
    const Motion motion(material);
    const Particle particle = moved(motion, rest(), {}, {}, 2.0, 2000);
    EXPECT_NEAR(particle.x[2], x[2], 1e-6);
    EXPECT_NEAR(motion.velocity(particle.levels[0])[2], v[2], 1e-6);
    EXPECT_LT(v[2], -0.05);
  }
}

TEST(Motion, StokesDragAndWeightAreExactWhateverTheStep) {
  Material material = heavy();
  material.drag = Material::Drag::stokes;
  const Motion motion(material);
  const double tau = 50 * 0.02 * 0.02 / (18 * 0.01), fall = -tau * (1 - 1.0 / 50);
  const Particle particle = moved(motion, rest(), {}, {}, 5.0, 4);
  EXPECT_NEAR(motion.velocity(particle.levels[0])[2], fall * (1 - std::exp(-5 / tau)), 1e-14);
  EXPECT_NEAR(particle.x[2], fall * (5 - tau * (1 - std::exp(-5 / tau))), 1e-13);
}

/// Slope of the error at two lengths of the step; the finer one's error.
std::array<double, 2> order_of(const Material& material, int n) {
  const Motion motion(material);
  const Vector3 x{0.7, 0.4, 0}, v{0.1, 0, 0.2};
  std::array<double, 2> errors{};
  const auto [x_end, v_end] = Reference{material, vortices()}.at(x, v, 2.0, 20000);
  for (int i = 0; i < 2; ++i) {
    const Particle particle = moved(motion, vortices(), x, v, 2.0, n << i);
    errors[i] = base::norm(difference(particle.x, x_end)) +
                base::norm(difference(motion.velocity(particle.levels[0]), v_end));
  }
  return {std::log2(errors[0] / errors[1]), errors[1]};
}

TEST(Motion, HasThirdOrderInUnsteadyVorticesWithDragOfSchillerAndNaumann) {
  for (const bool has_added_mass : {false, true}) {
    Material material = heavy();
    material.diameter = 0.1;
    material.density_ratio = has_added_mass ? 3 : 20;
    material.added_mass = has_added_mass;
    const auto [slope, error] = order_of(material, 400);
    EXPECT_GT(slope, 2.8) << has_added_mass;
    EXPECT_LT(error, 1e-6) << has_added_mass;
  }
}

TEST(Motion, TracersHaveThirdOrder) {
  const Motion motion{Material{}};
  const auto end = [&](int n) { return moved(motion, vortices(), {0.7, 0.4, 0}, {}, 2.0, n).x; };
  const Vector3 exact = end(20000);
  const double coarse = base::norm(difference(end(100), exact));
  const double fine = base::norm(difference(end(200), exact));
  EXPECT_NEAR(std::log2(coarse / fine), 3.0, 0.2);
}

/// A light particle follows the fluid, and no step is too long for its drag.
TEST(Motion, StiffDragFollowsTheFluid) {
  Material material = heavy();
  material.diameter = 1e-5;
  material.gravity = {};
  const Motion motion(material);
  const Vector3 x{0.7, 0.4, 0};
  const Particle particle = moved(motion, vortices(), x, {}, 2.0, 400);
  const Particle tracer = moved(Motion{Material{}}, vortices(), x, {}, 2.0, 400);
  EXPECT_LT(base::norm(difference(particle.x, tracer.x)), 1e-5);
}

TEST(Motion, OfTheDensityOfTheFluidItIsATracerOnceItMovesWithIt) {
  Material material = heavy();
  material.diameter = 0.1;
  material.density_ratio = 1;
  material.added_mass = true;
  const Motion motion(material);
  const Vector3 x{0.7, 0.4, 0}, u = vortices().u(x, 0);
  const Particle particle = moved(motion, vortices(), x, u, 2.0, 400);
  const Particle tracer = moved(Motion{Material{}}, vortices(), x, {}, 2.0, 400);
  EXPECT_LT(base::norm(difference(particle.x, tracer.x)), 1e-9);
}

TEST(Arc, GoesOnFromAnyPlaceOfItself) {
  Arc arc{3.0, 0.4, {0.1, 0.2, 0.3}};
  arc.n = {Vector3{1, -1, 0.5}, Vector3{0.3, 0.2, 0.1}, Vector3{-0.5, 0.7, 0.2}};
  arc.u = {Vector3{0.2, 0.1, 0}, Vector3{-0.3, 0.6, 0.4}, Vector3{0.1, 0.1, 0.9}};
  const auto whole = arc.at(0.5), begin = arc.at(0.2), rest = arc.from(0.2).at(0.3);
  constexpr double h = 1e-6;
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(begin.move[d] + rest.move[d], whole.move[d], 1e-14);
    EXPECT_NEAR(rest.q[d], whole.q[d], 1e-14);
    EXPECT_NEAR(arc.velocity(0.2)[d], (arc.at(0.2 + h).move[d] - arc.at(0.2 - h).move[d]) / (2 * h),
                1e-8);
  }
}

}  // namespace
}  // namespace lobatto::particles
