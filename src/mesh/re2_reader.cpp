#include "mesh/re2_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "mesh/coincident_points.hpp"
#include "mesh/curved_element.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/re2_file.hpp"
#include "mesh/re2_periodic.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

/// The ends of Nek5000's edges: around the bottom, around the top, upwards.
constexpr int nek_edges[12][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7},
                                  {7, 6}, {6, 4}, {0, 4}, {1, 5}, {3, 7}, {2, 6}};

[[noreturn]] void refuse(const Re2File& file, const Re2Curve& curve, const std::string& what) {
  throw base::Error(file.name + ": element " + std::to_string(curve.element + 1) + ", side " +
                    std::to_string(curve.edge) + ", curve '" + curve.letter + "': " + what);
}

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

/// The corners of all elements, each vertex once.
void identify_corners(const Re2File& file, RawMesh& mesh) {
  std::vector<Point> points;
  std::vector<double> tolerances;
  for (const auto& corners : file.corners) {
    for (int v = 0; v < n_hex_vertices; ++v) {
      double shortest = std::numeric_limits<double>::infinity();
      for (int d = 0; d < 3; ++d)
        shortest = std::min(shortest, distance(corners[v], corners[v ^ (1 << d)]));
      points.push_back(corners[v]);
      // Edges without length are told later, with their element.
      tolerances.push_back(std::max(0.05 * shortest, std::numeric_limits<double>::min()));
    }
  }
  const auto classes = coincident_points(points, tolerances);
  mesh.corners.resize(file.corners.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (classes[i] == static_cast<std::int64_t>(mesh.points.size()))
      mesh.points.push_back(points[i]);
    mesh.corners[i / n_hex_vertices][i % n_hex_vertices] = classes[i];
  }
  for (std::size_t e = 0; e < file.corners.size(); ++e)
    mesh.labels.push_back(static_cast<long long>(e) + 1);
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

void bend_elements(Re2File& file, RawMesh& mesh) {
  mesh.geometry_order = geometry_order_of(file);
  const auto nodes = poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes;
  // Spheres first: their lines go before others on the same edge.
  std::stable_sort(file.curves.begin(), file.curves.end(), [](auto& a, auto& b) {
    return std::pair(a.element, a.letter != 's') < std::pair(b.element, b.letter != 's');
  });
  auto curve = file.curves.begin();
  for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
    std::array<Point, 8> corners{};
    for (int v = 0; v < n_hex_vertices; ++v) corners[v] = mesh.points[mesh.corners[e][v]];
    Bender bender(file, corners, nodes);
    for (; curve != file.curves.end() && curve->element == static_cast<int>(e); ++curve)
      bender.add(*curve);
    const auto coordinates = bender.finish();
    mesh.coordinates.insert(mesh.coordinates.end(), coordinates.begin(), coordinates.end());
  }
}

std::string name_of(const Re2Condition& condition) {
  if (condition.letters == "MSH" || condition.letters == "EXO")
    return "boundary-" + std::to_string(std::llround(condition.values[4]));
  return condition.letters;
}

void name_boundaries(const Re2File& file, RawMesh& mesh) {
  std::map<std::string, int> boundary_of_name;
  for (const Re2Condition& condition : file.conditions) {
    if (condition.letters.empty() || condition.letters == "E" || condition.letters == "P") continue;
    const std::string name = name_of(condition);
    const auto [known, is_new] =
        boundary_of_name.try_emplace(name, static_cast<int>(mesh.boundary_names.size()));
    if (is_new) mesh.boundary_names.push_back(name);
    BoundaryQuad quad;
    const auto vertices = face_vertices(nek_face(condition.face));
    for (int i = 0; i < 4; ++i) quad.points[i] = mesh.corners[condition.element][vertices[i]];
    quad.boundary = known->second;
    quad.label = condition.element + 1LL;
    mesh.quads.push_back(quad);
  }
}

}  // namespace

RawMesh read_re2(const std::filesystem::path& path) {
  Re2File file = read_re2_file(path);
  RawMesh mesh;
  mesh.file = file.name;
  identify_corners(file, mesh);
  bend_elements(file, mesh);
  name_boundaries(file, mesh);
  mesh.periodic = periodic_maps(file, mesh);
  return mesh;
}

}  // namespace lobatto::mesh
