#include "mesh/formats/re2_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mesh/curves/curved_element.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

[[noreturn]] void refuse(const Re2File& file, const Re2Curve& curve, const std::string& what) {
  throw base::Error(file.name + ": element " + std::to_string(curve.element + 1) + ", side " +
                    std::to_string(curve.edge) + ", curve '" + curve.letter + "': " + what);
}

/// Bends one element as its curves say.
class Bender {
 public:
  Bender(const Re2File& file, const std::array<Point, 8>& corners, std::span<const double> nodes)
      : file_(file), corners_(corners), nodes_(nodes), element_(corners, nodes) {}

  void add(const Re2Curve& curve) {
    if (curve.letter == 's')
      add_sphere(curve);
    else
      add_line(curve);
  }

  std::vector<double> finish() {
    for (int line = 0; line < n_hex_lines; ++line) {
      if (lines_[line]) element_.bend_line(line, *lines_[line]);
    }
    for (const Re2Curve& sphere : spheres_) {
      const auto& v = sphere.values;
      element_.project_face(nek_face(sphere.edge), {v[0], v[1], v[2]}, std::abs(v[3]));
    }
    return element_.coordinates();
  }

 private:
  void add_line(const Re2Curve& curve) {
    const auto& ends = nek_edges[curve.edge - 1];
    const Point &p = corners_[ends[0]], &q = corners_[ends[1]];
    const auto& v = curve.values;
    CurvePoints points;
    if (curve.letter == 'm') {
      points = parabola(p, {v[0], v[1], v[2]}, q, nodes_);
    } else {
      if (curve.edge > 8) refuse(file_, curve, "arcs are known on edges 1 to 8 only");
      points = arc(p, q, v[0], nodes_);
      if (points.empty())
        refuse(
            file_, curve,
            "the radius " + std::to_string(v[0]) + " is less than half the distance of its ends");
    }
    if (ends[0] > ends[1]) std::reverse(points.begin(), points.end());
    auto& line = lines_[line_between(ends[0], ends[1])];
    if (!line) line = points;
  }

  void add_sphere(const Re2Curve& curve) {
    if (curve.edge > 6) refuse(file_, curve, "spheres are known on faces 1 to 6 only");
    const auto& v = curve.values;
    const Point centre{v[0], v[1], v[2]};
    const int face = nek_face(curve.edge);
    const auto vertices = face_vertices(face);
    for (const int vertex : vertices) {
      constexpr double tolerance = 1e-3;
      const double radius = distance(corners_[vertex], centre);
      if (!(std::abs(radius - std::abs(v[3])) <= tolerance * radius))
        refuse(file_, curve,
               "a corner is " + std::to_string(radius) +
                   " away from the centre of the sphere, expected its radius " +
                   std::to_string(v[3]));
    }
    for (int i = 0; i < 4; ++i) {
      const Point& p = corners_[vertices[face_line_ends[i][0]]];
      const Point& q = corners_[vertices[face_line_ends[i][1]]];
      lines_[face_lines(face)[i]] = great_circle(p, q, centre, nodes_);
    }
    spheres_.push_back(curve);
  }

  const Re2File& file_;
  const std::array<Point, 8>& corners_;
  std::span<const double> nodes_;
  CurvedElement element_;
  std::array<std::optional<CurvePoints>, n_hex_lines> lines_;
  std::vector<Re2Curve> spheres_;
};

}  // namespace

int geometry_order_of(const Re2File& file) {
  constexpr int order_of_arcs = 8;
  int order = 1;
  for (const Re2Curve& curve : file.curves) {
    if (curve.letter == 'm')
      order = std::max(order, 2);
    else if (curve.letter == 'C' || curve.letter == 's')
      order = order_of_arcs;
    else
      refuse(file, curve, "this kind is not known; expected m, C or s");
  }
  return order;
}

void bend_elements(Re2File& file, RawMesh& mesh) {
  const auto nodes = poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes;
  // Spheres first: their lines go before others on the same edge.
  std::stable_sort(file.curves.begin(), file.curves.end(), [](auto& a, auto& b) {
    return std::pair(a.element, a.letter != 's') < std::pair(b.element, b.letter != 's');
  });
  mesh.coordinates.reserve(mesh.corners.size() * 3 * nodes.size() * nodes.size() * nodes.size());
  auto curve = file.curves.begin();
  for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
    std::array<Point, 8> corners{};
    for (int v = 0; v < n_hex_vertices; ++v) corners[v] = mesh.points[mesh.corners[e][v]];
    Bender bender(file, corners, nodes);
    for (; curve != file.curves.end() &&
           curve->element == file.first_element + static_cast<std::int64_t>(e);
         ++curve)
      bender.add(*curve);
    const auto coordinates = bender.finish();
    mesh.coordinates.insert(mesh.coordinates.end(), coordinates.begin(), coordinates.end());
  }
}

}  // namespace lobatto::mesh
