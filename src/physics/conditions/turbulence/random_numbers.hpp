#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace lobatto::physics {

/// Numbers that are the same on every machine, which those of the standard's distributions are not.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::int64_t seed) : engine_(static_cast<std::uint64_t>(seed)) {}
  explicit RandomNumbers(std::seed_seq& seed) : engine_(seed) {}

  /// In (0, 1).
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  /// Of mean 0 and variance 1 (Box and Muller).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  std::array<double, 3> normals() { return {normal(), normal(), normal()}; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lobatto::physics
