#include "mesh/periodic_motion.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/vector3.hpp"

namespace lobatto::mesh {
namespace {

/// A turn of 0.06 degrees: files round places.
constexpr double smallest_turn = 1e-3;
constexpr double snap_tolerance = 1e-6;

/// Without components that are snap_tolerance, of length 1.
Point snapped(Point axis) {
  for (double& component : axis)
    if (std::abs(component) < snap_tolerance) component = 0;
  return base::unit(axis);
}

/// A turn by its unit quaternion, and sum y . R x of what it turns.
struct Turn {
  double real = 1;
  Point imaginary{};
  double product = 0;
};

/// The eigenvector of the largest eigenvalue of Horn's matrix; none where two are alike, as for
/// points on a line, or where squares of lengths are beyond all numbers.
std::optional<Turn> best_turn(const std::array<Point, 3>& s) {
  const double xx = s[0][0], yy = s[1][1], zz = s[2][2];
  std::array<double, 16> matrix{xx + yy + zz,
                                s[1][2] - s[2][1],
                                s[2][0] - s[0][2],
                                s[0][1] - s[1][0],
                                0,
                                xx - yy - zz,
                                s[0][1] + s[1][0],
                                s[2][0] + s[0][2],
                                0,
                                0,
                                yy - xx - zz,
                                s[1][2] + s[2][1],
                                0,
                                0,
                                0,
                                zz - xx - yy};
  if (!std::ranges::all_of(matrix, [](double entry) { return std::isfinite(entry); }))
    return std::nullopt;
  std::array<double, 4> values{};
  if (LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', 4, matrix.data(), 4, values.data()) != 0)
    throw base::Error("no turn between periodic sides (dsyev)");
  if (!(values[3] - values[2] > snap_tolerance * values[3])) return std::nullopt;
  return Turn{matrix[3], {matrix[7], matrix[11], matrix[15]}, values[3]};
}

/// The axis about which it is counter-clockwise.
Point axis_of(const Turn& turn) {
  Point axis = turn.imaginary;
  if (turn.real < 0)
    for (double& component : axis) component = -component;
  return snapped(base::unit(axis));
}

/// With R about the axis a, |a| = 1, by alpha and y = R x + s, s across a, the point of the axis
/// next to the origin is (s + cot(alpha / 2) a x s) / 2.
Rotation rotation_about(const Point& from, const Point& to, const Point& axis, int parts,
                        double size) {
  Rotation rotation{axis, {}, parts};
  const Point turned = motion_of(rotation).placement.turned(from);
  Point shift{};
  for (int c = 0; c < 3; ++c) shift[c] = to[c] - turned[c];
  const double along = base::dot(shift, axis);
  for (int c = 0; c < 3; ++c) shift[c] -= along * axis[c];
  const Point across = base::cross(axis, shift);
  for (int c = 0; c < 3; ++c) {
    const double component = 0.5 * (shift[c] + across[c] / std::tan(std::numbers::pi / parts));
    rotation.origin[c] = std::abs(component) < snap_tolerance * size ? 0 : component;
  }
  return rotation;
}

}  // namespace

std::string text_of(const Rotation& rotation) {
  const auto text = [](const Point& x) {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0] + 0.0, x[1] + 0.0, x[2] + 0.0);  // no -0
  };
  return fmt::format("{:.6g} degrees about {} through {}", rotation.degrees(), text(rotation.axis),
                     text(rotation.origin));
}

bool Rotation::is_along(const Point& vector) const {
  return base::norm(base::cross(axis, vector)) <= 1e-12 * base::norm(vector);
}

bool is_same_turn(const Rotation& a, const Rotation& b) {
  const Point way{b.origin[0] - a.origin[0], b.origin[1] - a.origin[1], b.origin[2] - a.origin[2]};
  const double scale = std::max({1.0, base::norm(a.origin), base::norm(b.origin)});
  return a.parts == b.parts && base::norm(base::cross(a.axis, b.axis)) < 1e-3 &&
         base::norm(base::cross(a.axis, way)) < 1e-3 * scale;
}

std::optional<int> parts_of_circle(double degrees) {
  const double parts = 360 / degrees;
  if (!(parts > 1.5 && parts < 1e6 && std::abs(parts - std::round(parts)) < 0.01))
    return std::nullopt;
  return static_cast<int>(std::lround(parts));
}

PeriodicMotion motion_of(const Rotation& rotation) {
  PeriodicMotion motion{placement_of({1, 1, 1}, rotation.axis, rotation.degrees(), {}), rotation,
                        rotation.degrees()};
  const Point turned = motion.placement.turned(rotation.origin);
  for (int c = 0; c < 3; ++c) motion.placement.shift[c] = rotation.origin[c] - turned[c];
  return motion;
}

PeriodicMotion reversed(const PeriodicMotion& motion) {
  if (motion.rotation) {
    Rotation rotation = *motion.rotation;
    for (double& component : rotation.axis) component = -component;
    return motion_of(rotation);
  }
  PeriodicMotion back = motion;
  for (double& component : back.placement.shift) component = -component;
  return back;
}

void MotionFit::add(const Point& from, const Point& to) {
  sums_[0] += 1;
  for (int i = 0; i < 3; ++i) {
    sums_[1 + i] += from[i];
    sums_[4 + i] += to[i] - from[i];  // to the last bit of a translation
    for (int j = 0; j < 3; ++j) sums_[7 + 3 * i + j] += from[i] * to[j];
  }
  sums_[16] += base::dot(from, from);
  sums_[17] += base::dot(to, to);
}

Point MotionFit::mean(int first) const {
  const double n = std::max(sums_[0], 1.0);
  return {sums_[first] / n, sums_[first + 1] / n, sums_[first + 2] / n};
}

std::array<Point, 3> MotionFit::covariance() const {
  const Point from = mean(1), way = mean(4);
  std::array<Point, 3> entries{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      entries[i][j] = sums_[7 + 3 * i + j] - sums_[0] * from[i] * (from[j] + way[j]);
  return entries;
}

PeriodicMotion MotionFit::motion() const {
  PeriodicMotion motion;
  const Point from = mean(1), way = mean(4);
  motion.placement.shift = way;
  const auto products = covariance();
  const auto turn = best_turn(products);
  if (!turn) return motion;
  const Point to{from[0] + way[0], from[1] + way[1], from[2] + way[2]};
  const double squares =
      sums_[16] + sums_[17] - sums_[0] * (base::dot(from, from) + base::dot(to, to));
  const double gap = squares - 2 * turn->product;
  const double gap_shifted = squares - 2 * (products[0][0] + products[1][1] + products[2][2]);
  const double angle = 2 * std::atan2(base::norm(turn->imaginary), std::abs(turn->real));
  if (gap > 0.01 * gap_shifted || !(angle > smallest_turn)) return motion;
  motion.degrees = angle * 180 / std::numbers::pi;
  const auto parts = parts_of_circle(motion.degrees);
  if (!parts) return motion;
  const double size = std::sqrt(sums_[16] / std::max(sums_[0], 1.0));
  return motion_of(rotation_about(from, to, axis_of(*turn), *parts, size));
}

}  // namespace lobatto::mesh
