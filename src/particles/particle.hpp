#pragma once

#include <array>
#include <cstdint>

#include "base/vector3.hpp"

namespace lobatto::particles {

using base::Vector3;

/// One particle, as it travels between ranks.
struct Particle {
  static constexpr int n_levels = 3;

  /// What it has met, and how it moved then; see Motion.
  struct Level {
    Vector3 u{};     ///< velocity of the fluid at its place
    Vector3 q{};     ///< its own velocity less R u
    Vector3 rate{};  ///< dq/dt
  };

  std::int64_t id = 0;       ///< of its family, in the order in which they came in
  std::int64_t element = 0;  ///< local; in letters and checkpoints its number over all ranks
  std::int64_t n_known = 0;  ///< levels; after it has met a wall the past says nothing
  Vector3 x{};               ///< in the mesh
  Vector3 r{};               ///< there, on [-1, 1]^3 of the element
  Vector3 passed{};          ///< the periods that it has passed: it has moved to x + passed
  std::array<Level, n_levels> levels{};  ///< now, and at the ends of the steps before
};

inline Vector3 sum(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
inline Vector3 scaled(double factor, const Vector3& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
inline Vector3 difference(const Vector3& a, const Vector3& b) { return sum(a, -1.0, b); }

}  // namespace lobatto::particles
