#pragma once

#include <array>
#include <span>
#include <vector>

namespace lobatto::mesh {

/// Points of curves from p to q at nodes in [-1, 1], one per node.
using CurvePoints = std::vector<std::array<double, 3>>;

/// An arc of a circle in x and y, equal angles for equal steps, with z linear between the ends.
/// Seen from above, its middle lies to the right of the way from p to q for positive radius, to the
/// left for negative. Nothing if the radius is less than half the distance.
CurvePoints arc(const std::array<double, 3>& p, const std::array<double, 3>& q, double radius,
                std::span<const double> nodes);

/// The parabola p at -1, middle at 0, q at 1.
CurvePoints parabola(const std::array<double, 3>& p, const std::array<double, 3>& middle,
                     const std::array<double, 3>& q, std::span<const double> nodes);

/// The arc of a great circle around `centre`, equal angles for equal steps.
CurvePoints great_circle(const std::array<double, 3>& p, const std::array<double, 3>& q,
                         const std::array<double, 3>& centre, std::span<const double> nodes);

/// An element between curved lines and spherical faces by transfinite interpolation (Gordon and
/// Hall, Int. J. Numer. Methods Eng. 7, 1973): the trilinear map of the corners, plus what each
/// line deviates from straight, times linear functions across it, plus what each face then
/// deviates, times a linear function away from it.
class CurvedElement {
 public:
  /// Straight, with corners [t][s][r], at the GLL `nodes` in each direction.
  CurvedElement(const std::array<std::array<double, 3>, 8>& corners, std::span<const double> nodes);

  /// Points of a line in its own direction.
  void bend_line(int line, const CurvePoints& points);
  /// Moves the inner nodes of a face onto a sphere, away from its centre; after all lines.
  void project_face(int face, const std::array<double, 3>& centre, double radius);

  /// [x, y, z][n][n][n]
  [[nodiscard]] const std::vector<double>& coordinates() const { return coordinates_; }

 private:
  std::array<std::array<double, 3>, 8> corners_;
  std::vector<double> nodes_;
  int n_;
  std::vector<double> coordinates_;
};

}  // namespace lobatto::mesh
