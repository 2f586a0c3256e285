#include "mesh/tools/mesh_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/vector3.hpp"
#include "mesh/curves/curved_element.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

struct Sphere {
  Point centre{};
  double radius = 0.0;
};

/// Solves a 3 x 3 system by Cramer's rule; nothing where it has no unique solution.
std::optional<Point> solve(const std::array<Point, 3>& rows, const Point& right) {
  const auto determinant = [](const std::array<Point, 3>& m) {
    return base::dot(m[0], base::cross(m[1], m[2]));
  };
  const double all = determinant(rows);
  double size = 1.0;
  for (const Point& row : rows) size *= distance(row, {});
  if (std::abs(all) <= 1e-9 * size) return std::nullopt;
  Point solution{};
  for (int c = 0; c < 3; ++c) {
    auto replaced = rows;
    for (int i = 0; i < 3; ++i) replaced[i][c] = right[i];
    solution[c] = determinant(replaced) / all;
  }
  return solution;
}

/// The sphere through four points: 2 (p_i - p_0) . c = |p_i|^2 - |p_0|^2.
std::optional<Sphere> sphere_through(const std::array<Point, 4>& points) {
  std::array<Point, 3> rows{};
  Point right{};
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) {
      const double p = points[i + 1][c], q = points[0][c];
      rows[i][c] = 2.0 * (p - q);
      right[i] += (p - q) * (p + q);
    }
  }
  const auto centre = solve(rows, right);
  if (!centre) return std::nullopt;
  return Sphere{*centre, distance(points[0], *centre)};
}

/// Looks at the lines and faces of one element.
class CurveFinder {
 public:
  CurveFinder(const RawMesh& mesh, std::size_t e, int element)
      : mesh_(mesh),
        e_(static_cast<std::int64_t>(e)),
        element_(element),
        n_(mesh.geometry_order + 1),
        nodes_(poly::gauss_lobatto_legendre(n_).nodes) {}

  std::vector<Re2Curve> find() {
    for (int face = 0; face < n_hex_faces && n_ > 3; ++face) add_sphere(face);
    for (int edge = 1; edge <= 12; ++edge) add_line(edge);
    return std::move(curves_);
  }

 private:
  /// The nodes of a line from its first end to its second.
  [[nodiscard]] CurvePoints line_of(int from, int to) const {
    const std::array<int, 3> stride{1, n_, n_ * n_};
    int first = 0;
    for (int d = 0; d < 3; ++d) first += ((from >> d) & 1) * (n_ - 1) * stride[d];
    const int d = line_between(from, to) / 4, step = (from < to ? 1 : -1) * stride[d];
    CurvePoints points;
    for (int i = 0; i < n_; ++i) points.push_back(node_of(mesh_, e_, first + i * step));
    return points;
  }

  [[nodiscard]] static bool are_close(const CurvePoints& points, const CurvePoints& others) {
    constexpr double negligible = 1e-7;
    const double allowed = negligible * distance(points.front(), points.back());
    return points.size() == others.size() &&
           std::ranges::equal(points, others, [&](const Point& p, const Point& q) {
             return distance(p, q) <= allowed;
           });
  }

  void add_line(int edge) {
    const auto& ends = nek_edges[edge - 1];
    if (is_on_sphere_[line_between(ends[0], ends[1])]) return;
    const CurvePoints points = line_of(ends[0], ends[1]);
    const Point &p = points.front(), &q = points.back();
    Point straight{};
    for (int c = 0; c < 3; ++c) straight[c] = 0.5 * (p[c] + q[c]);
    if (are_close(points, parabola(p, straight, q, nodes_))) return;
    const Point middle = middle_of(points);
    if (edge <= 8 && !are_close(points, parabola(p, middle, q, nodes_))) {
      const double radius = radius_of(p, middle, q);
      if (are_close(points, arc(p, q, radius, nodes_)))
        return curves_.push_back({element_, edge, 'C', {radius}});
    }
    curves_.push_back({element_, edge, 'm', {middle[0], middle[1], middle[2]}});
  }

  [[nodiscard]] Point middle_of(const CurvePoints& points) const {
    const std::array<double, 1> at{0.0};
    const auto weights = poly::interpolation_matrix(nodes_, at);
    Point middle{};
    for (int i = 0; i < n_; ++i)
      for (int c = 0; c < 3; ++c) middle[c] += weights(0, i) * points[i][c];
    return middle;
  }

  /// Of the circle in x and y through three points, from chord and sagitta; positive where the
  /// middle is to the right of the way.
  static double radius_of(const Point& p, const Point& middle, const Point& q) {
    const double x = q[0] - p[0], y = q[1] - p[1], chord = std::hypot(x, y);
    const double sagitta =
        ((middle[0] - 0.5 * (p[0] + q[0])) * y - (middle[1] - 0.5 * (p[1] + q[1])) * x) / chord;
    return (0.25 * chord * chord + sagitta * sagitta) / (2.0 * sagitta);
  }

  /// A face counts where its nodes are on a sphere and its lines are great circles of it.
  void add_sphere(int face) {
    const auto at = [&](int a, int b) { return node_of(mesh_, e_, face_node(face, a, b, n_)); };
    const int m = n_ - 1;
    const auto sphere = sphere_through({at(0, 0), at(m, 0), at(0, m), at(n_ / 2, n_ / 2)});
    constexpr double flat = 1e3;
    if (!sphere || sphere->radius > flat * distance(at(0, 0), at(m, m))) return;
    constexpr double negligible = 1e-7;
    for (int b = 0; b < n_; ++b)
      for (int a = 0; a < n_; ++a)
        if (std::abs(distance(at(a, b), sphere->centre) - sphere->radius) >
            negligible * sphere->radius)
          return;
    const auto vertices = face_vertices(face);
    for (const auto& [i, j] : face_line_ends) {
      const CurvePoints line = line_of(vertices[i], vertices[j]);
      if (!are_close(line, great_circle(line.front(), line.back(), sphere->centre, nodes_))) return;
    }
    for (const int line : face_lines(face)) is_on_sphere_[line] = true;
    const Point& x = sphere->centre;
    curves_.push_back({element_, nek_face_of(face), 's', {x[0], x[1], x[2], sphere->radius}});
  }

  const RawMesh& mesh_;
  std::int64_t e_;
  int element_;
  int n_;
  std::vector<double> nodes_;
  std::array<bool, n_hex_lines> is_on_sphere_{};
  std::vector<Re2Curve> curves_;
};

}  // namespace

std::vector<Re2Curve> re2_curves(const RawMesh& mesh, std::size_t e, int element) {
  if (mesh.geometry_order == 1) return {};
  return CurveFinder(mesh, e, element).find();
}

}  // namespace lobatto::mesh
