#pragma once

#include <optional>
#include <string>

#include "mesh/point.hpp"

namespace lobatto::mesh {

/// One of `parts` equal parts of a full turn, counter-clockwise seen against the axis.
struct Rotation {
  Point axis{0, 0, 1};  ///< of length 1
  Point origin{};       ///< a point of it
  int parts = 1;

  [[nodiscard]] double degrees() const { return 360.0 / parts; }
  /// Whether a vector goes along the axis, or is zero.
  [[nodiscard]] bool is_along(const Point& vector) const;
};

/// "60 degrees about (0, 0, 1) through (0, 0, 0)"
std::string text_of(const Rotation& rotation);

/// Whether they turn by the same angle about the same line, one way or the other.
bool is_same_turn(const Rotation& a, const Rotation& b);

/// The number of parts of a circle that an angle > 0 is one of, to 1 % of a part; none: it is no
/// such part. Degrees.
std::optional<int> parts_of_circle(double degrees);

}  // namespace lobatto::mesh
