#pragma once

#include <array>
#include <optional>
#include <span>

#include "mesh/mesh_changes.hpp"
#include "mesh/rotation.hpp"

namespace lobatto::mesh {

/// How points go to their periodic partners.
struct PeriodicMotion {
  Placement placement;
  std::optional<Rotation> rotation = {};  ///< where it is no translation
  double degrees =
      0;  ///< by which the points were found to be turned, of whatever part of a circle

  [[nodiscard]] bool has_no_part() const { return !rotation && degrees > 0; }
};

PeriodicMotion motion_of(const Rotation& rotation);
/// The way back.
PeriodicMotion reversed(const PeriodicMotion& motion);

/// The motion that carries points onto others, in the sense of least squares: B. K. P. Horn,
/// J. Opt. Soc. Am. A 4 (1987). A translation, unless a rotation fits ten times better. Angles are
/// rounded to parts of a circle, axes that are nearly those of coordinates, or go nearly through
/// the origin, to these.
class MotionFit {
 public:
  void add(const Point& from, const Point& to);
  /// Sums that ranks may add up. [18]
  [[nodiscard]] std::span<double> sums() { return sums_; }
  [[nodiscard]] PeriodicMotion motion() const;

 private:
  /// Of deviations from the means, from x to: [from][to].
  [[nodiscard]] std::array<Point, 3> covariance() const;
  [[nodiscard]] Point mean(int first) const;

  std::array<double, 18> sums_{};  ///< how many, from, to - from, from x to, |from|^2, |to|^2
};

}  // namespace lobatto::mesh
