#include "mesh/curves/curved_element.hpp"

#include <cmath>
#include <cstddef>

#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

/// The linear functions that are 1 at one end of [-1, 1] and 0 at the other.
double weight(int end, double r) { return 0.5 * (end == 0 ? 1.0 - r : 1.0 + r); }

Point between(const Point& p, const Point& q, double r) {
  Point x{};
  for (int c = 0; c < 3; ++c) x[c] = weight(0, r) * p[c] + weight(1, r) * q[c];
  return x;
}

double length(const Point& x) { return std::hypot(x[0], x[1], x[2]); }

Point minus(const Point& x, const Point& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }

}  // namespace

CurvePoints arc(const Point& p, const Point& q, double radius, std::span<const double> nodes) {
  const double gap = std::hypot(q[0] - p[0], q[1] - p[1]);
  if (!(2.0 * std::abs(radius) >= gap) || gap == 0.0) return {};
  const double half_angle = std::asin(0.5 * gap / std::abs(radius));
  // To the right of the way; the centre is on the other side for positive radius.
  const double right_x = (q[1] - p[1]) / gap, right_y = (p[0] - q[0]) / gap;
  const double distance = radius * std::cos(half_angle);
  const double centre_x = 0.5 * (p[0] + q[0]) - right_x * distance;
  const double centre_y = 0.5 * (p[1] + q[1]) - right_y * distance;
  const double turn = radius > 0.0 ? 1.0 : -1.0;
  const double middle = std::atan2(turn * right_y, turn * right_x);
  CurvePoints points;
  for (const double r : nodes) {
    const double angle = middle + turn * r * half_angle;
    points.push_back({centre_x + std::abs(radius) * std::cos(angle),
                      centre_y + std::abs(radius) * std::sin(angle), between(p, q, r)[2]});
  }
  return points;
}

CurvePoints parabola(const Point& p, const Point& middle, const Point& q,
                     std::span<const double> nodes) {
  CurvePoints points;
  for (const double r : nodes) {
    Point x{};
    for (int c = 0; c < 3; ++c) {
      x[c] = 0.5 * r * (r - 1.0) * p[c] + (1.0 - r * r) * middle[c] + 0.5 * r * (r + 1.0) * q[c];
    }
    points.push_back(x);
  }
  return points;
}

CurvePoints great_circle(const Point& p, const Point& q, const Point& centre,
                         std::span<const double> nodes) {
  const Point a = minus(p, centre), b = minus(q, centre);
  const double length_a = length(a), length_b = length(b);
  // The angle from the lengths of sum and difference of the unit vectors is accurate at any size.
  Point sum{}, difference{};
  for (int c = 0; c < 3; ++c) {
    sum[c] = a[c] / length_a + b[c] / length_b;
    difference[c] = a[c] / length_a - b[c] / length_b;
  }
  const double angle = 2.0 * std::atan2(length(difference), length(sum));
  CurvePoints points;
  for (const double r : nodes) {
    const double radius = weight(0, r) * length_a + weight(1, r) * length_b;
    const double at_a = radius * std::sin(weight(0, r) * angle) / std::sin(angle) / length_a;
    const double at_b = radius * std::sin(weight(1, r) * angle) / std::sin(angle) / length_b;
    points.push_back({centre[0] + at_a * a[0] + at_b * b[0], centre[1] + at_a * a[1] + at_b * b[1],
                      centre[2] + at_a * a[2] + at_b * b[2]});
  }
  return points;
}

CurvedElement::CurvedElement(const std::array<Point, 8>& corners, std::span<const double> nodes)
    : corners_(corners), nodes_(nodes.begin(), nodes.end()), n_(static_cast<int>(nodes.size())) {
  const std::size_t n_nodes = static_cast<std::size_t>(n_) * n_ * n_;
  coordinates_.assign(3 * n_nodes, 0.0);
  for (std::size_t node = 0; node < n_nodes; ++node) {
    const double r = nodes_[node % n_], s = nodes_[node / n_ % n_], t = nodes_[node / n_ / n_];
    for (int v = 0; v < n_hex_vertices; ++v) {
      const double at = weight(v & 1, r) * weight((v >> 1) & 1, s) * weight(v >> 2, t);
      for (int c = 0; c < 3; ++c) coordinates_[c * n_nodes + node] += at * corners[v][c];
    }
  }
}

void CurvedElement::bend_line(int line, const CurvePoints& points) {
  const int d = line / 4;
  const std::array<int, 3> stride{1, n_, n_ * n_};
  const auto ends = line_vertices(line);
  for (int i = 1; i < n_ - 1; ++i) {
    const Point straight = between(corners_[ends[0]], corners_[ends[1]], nodes_[i]);
    const Point deviation = minus(points[i], straight);
    for (int b = 0; b < n_; ++b) {
      for (int a = 0; a < n_; ++a) {
        const int node = i * stride[d] + a * stride[direction_a(d)] + b * stride[direction_b(d)];
        const double at = weight(line & 1, nodes_[a]) * weight((line >> 1) & 1, nodes_[b]);
        for (int c = 0; c < 3; ++c) coordinates_[c * n_ * n_ * n_ + node] += at * deviation[c];
      }
    }
  }
}

void CurvedElement::project_face(int face, const Point& centre, double radius) {
  const int d = face / 2, n_nodes = n_ * n_ * n_;
  const std::array<int, 3> stride{1, n_, n_ * n_};
  for (int b = 1; b < n_ - 1; ++b) {
    for (int a = 1; a < n_ - 1; ++a) {
      const int column = a * stride[direction_a(d)] + b * stride[direction_b(d)];
      const int on_face = column + (face % 2) * (n_ - 1) * stride[d];
      const Point x{coordinates_[on_face], coordinates_[n_nodes + on_face],
                    coordinates_[2 * n_nodes + on_face]};
      const Point from_centre = minus(x, centre);
      const double stretch = radius / length(from_centre) - 1.0;
      for (int i = 0; i < n_; ++i) {
        for (int c = 0; c < 3; ++c) {
          coordinates_[c * n_nodes + column + i * stride[d]] +=
              weight(face % 2, nodes_[i]) * stretch * from_centre[c];
        }
      }
    }
  }
}

}  // namespace lobatto::mesh
