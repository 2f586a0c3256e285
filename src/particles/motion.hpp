#pragma once

#include <array>

#include "particles/particle.hpp"

namespace lobatto::particles {

/// What a family of particles is made of.
struct Material {
  enum class Kind { tracer, inertial };
  enum class Drag { stokes, schiller_naumann };

  Kind kind = Kind::tracer;
  double diameter = 0;
  double density_ratio = 1;  ///< s, of the particle over that of the fluid
  Drag drag = Drag::schiller_naumann;
  bool added_mass = false;  ///< and the force that the accelerated fluid would feel there
  Vector3 gravity{};        ///< g, with buoyancy
  double viscosity = 1;     ///< nu, kinematic
};

/// The motion of small spheres (Maxey & Riley, Phys. Fluids 26 (1983) 883, without the terms of
/// Basset and Faxen; Du/Dt as Auton, Hunt & Prud'homme, J. Fluid Mech. 197 (1988) 241):
///   (s + C) dv/dt = s f (u - v) / tau + (1 + C) Du/Dt + (s - 1) g,   tau = s d^2 / (18 nu),
/// with C = 1/2, f = 1 + 0.15 Re^0.687 and Re = |u - v| d / nu (Schiller & Naumann, 1933; good to
/// Re = 800), or f = 1. Without added mass C and (1 + C) Du/Dt are dropped. As
/// Du/Dt = du/dt + ((u - v) . grad) u along the path, q = v - R u with R = (1 + C) / (s + C) knows
/// no time derivative:
///   dq/dt = -k q + k (1 - R) u + R ((u - v) . grad) u + a,   dx/dt = q + R u,
///   k = 18 nu f / (d^2 (s + C)),   a = (s - 1) / (s + C) g.
/// A tracer is the case R = 1, q = 0.
class Motion {
 public:
  explicit Motion(const Material& material);

  [[nodiscard]] bool is_tracer() const { return material_.kind == Material::Kind::tracer; }
  /// Whether it wants the gradient of the velocity.
  [[nodiscard]] bool has_gradient() const { return material_.added_mass && !is_tracer(); }
  [[nodiscard]] double r() const { return r_; }  ///< R
  /// v = q + R u
  [[nodiscard]] Vector3 velocity(const Particle::Level& level) const {
    return sum(level.q, r_, level.u);
  }
  /// q of a particle with the velocity v.
  [[nodiscard]] Vector3 q_of(const Vector3& v, const Vector3& u) const {
    return is_tracer() ? Vector3{} : sum(v, -r_, u);
  }
  /// k; 0 of a tracer.
  [[nodiscard]] double decay(const Particle::Level& level) const;
  /// dq/dt from u and q; along: ((u - v) . grad) u.
  [[nodiscard]] Vector3 rate(const Particle::Level& level, const Vector3& along) const;
  /// The force of drag per mass of the particle, f (u - v) / tau.
  [[nodiscard]] Vector3 drag(const Particle::Level& level) const;
  /// Of a particle: s pi d^3 / 6, its mass over the density of the fluid.
  [[nodiscard]] double mass() const;

 private:
  Material material_;
  double r_ = 1;
  double stokes_ = 0;  ///< k with f = 1
  Vector3 fall_{};     ///< a
};

/// phi_1 ... phi_4 at -z, z >= 0: phi_k(-z) = int_0^1 e^{-(1 - s) z} s^{k-1} / (k-1)! ds, and the
/// exponential before them, phi_0.
std::array<double, 5> exponential_integrals(double z);

/// A step of one particle: between its ends q feels a decay and what is a polynomial in time,
///   dq/dt = -k q + n_0 + n_1 s + n_2 s^2,   u = u_0 + u_1 s + u_2 s^2,
/// through the last levels; solved exactly. An exponential Adams-Bashforth method of the order of
/// the levels (Cox & Matthews, J. Comput. Phys. 176 (2002) 430), stable for any k; of tracers that
/// of Adams and Bashforth.
struct Arc {
  double decay = 0;  ///< k
  double r = 1;      ///< R
  Vector3 q{};       ///< at its begin
  std::array<Vector3, 3> n{}, u{};

  struct End {
    Vector3 move;  ///< x - x(0)
    Vector3 q;
  };
  [[nodiscard]] End at(double s) const;
  /// The same arc with s = 0 at a later time; q is that of at(s).
  [[nodiscard]] Arc from(double s) const;
  /// dx/ds
  [[nodiscard]] Vector3 velocity(double s) const;
};

/// The lengths of the step that is taken and of those before it.
struct Steps {
  double next = 0;
  std::array<double, 2> before{};  ///< newest first
};

/// order: at most; no more than the levels that the particle knows.
Arc arc_of(const Particle& particle, const Motion& motion, const Steps& steps, int order);

/// The first step of a particle is of first order. Where it has led to, level 0 is known, and makes
/// it one of second (as Heun's method does): what its place and q lack.
Arc::End correction_of(const Particle& particle, const Motion& motion, double dt);

}  // namespace lobatto::particles
