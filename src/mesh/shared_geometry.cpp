#include "mesh/shared_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

double shortest_edge(const RawMesh& raw, std::int64_t e) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int line = 0; line < n_hex_lines; ++line) {
    const auto ends = line_vertices(line);
    shortest = std::min(shortest, distance(raw.points[raw.corners[e][ends[0]]],
                                           raw.points[raw.corners[e][ends[1]]]));
  }
  return shortest;
}

[[noreturn]] void complain(const RawMesh& raw, std::int64_t e, std::int64_t f, const Point& x,
                           double gap) {
  throw base::Error(text_of_gap(raw, raw.labels[e], raw.labels[f], x, gap));
}

void check_pair(const RawMesh& raw, const FaceSides& faces, const PeriodicFacePair& pair,
                double rounding) {
  const FaceCorners corners = faces.corners(pair.slave);
  const OrientedFace there = lie_against(pair.images, faces.corners(pair.master));
  Point offset{};
  for (int i = 0; i < 4; ++i) {
    for (int c = 0; c < 3; ++c)
      offset[c] += 0.25 * (raw.points[pair.images[i]][c] - raw.points[corners[i]][c]);
  }
  const std::int64_t slave = pair.slave / n_hex_faces, master = pair.master / n_hex_faces;
  const double allowed = allowed_gap(raw, slave, rounding);
  const int m = raw.geometry_order + 1;
  for (int i = 0; i < m * m; ++i) {
    const auto at = on_counterpart(there, i % m, i / m, m);
    const auto face = static_cast<int>(pair.slave % n_hex_faces);
    const auto master_face = static_cast<int>(pair.master % n_hex_faces);
    Point x = node_of(raw, slave, face_node(face, i % m, i / m, m));
    for (int c = 0; c < 3; ++c) x[c] += offset[c];
    const double gap = distance(x, node_of(raw, master, face_node(master_face, at[0], at[1], m)));
    if (!(gap <= allowed)) complain(raw, slave, master, x, gap);
  }
}

}  // namespace

double allowed_gap(const RawMesh& raw, std::int64_t e, double rounding) {
  constexpr double tolerance = 0.01;
  return std::max(tolerance * shortest_edge(raw, e), rounding);
}

Point node_of(const RawMesh& raw, std::int64_t e, std::int64_t node) {
  const std::int64_t m = raw.geometry_order + 1, n_nodes = m * m * m;
  const double* x = raw.coordinates.data() + 3 * e * n_nodes + node;
  return {x[0], x[n_nodes], x[2 * n_nodes]};
}

int face_node(int face, int a, int b, int m) {
  const int d = face / 2;
  const std::array<int, 3> stride{1, m, m * m};
  return (face % 2) * (m - 1) * stride[d] + a * stride[direction_a(d)] + b * stride[direction_b(d)];
}

std::string text_of_gap(const RawMesh& raw, long long label, long long other_label, const Point& x,
                        double gap) {
  char text[200];
  std::snprintf(text, sizeof text,
                "elements %lld and %lld disagree on where they meet: near (%.6g, %.6g, %.6g) their "
                "nodes are %.3g apart",
                label, other_label, x[0], x[1], x[2], gap);
  return raw.file + ": " + text + "; a side is curved differently in the two";
}

void check_shared_geometry(const RawMesh& raw, const HexMesh& mesh) {
  const std::int64_t m = raw.geometry_order + 1, n_nodes = m * m * m;
  const auto ids = global_node_ids(mesh, raw.geometry_order);
  // The first element at each node, and which of its nodes that is.
  std::vector<std::int64_t> first(
      static_cast<std::size_t>(ids.empty() ? 0 : 1 + *std::max_element(ids.begin(), ids.end())),
      -1);
  const double rounding = rounding_of_file(raw);
  for (std::int64_t e = 0; e < raw.n_elements(); ++e) {
    const double allowed = allowed_gap(raw, e, rounding);
    for (std::int64_t node = 0; node < n_nodes; ++node) {
      std::int64_t& known = first[ids[e * n_nodes + node]];
      if (known < 0) known = e * n_nodes + node;
      const Point x = node_of(raw, e, node);
      const double gap = distance(x, node_of(raw, known / n_nodes, known % n_nodes));
      if (!(gap <= allowed)) complain(raw, known / n_nodes, e, x, gap);
    }
  }
}

void check_periodic_geometry(const RawMesh& raw, const FaceSides& faces,
                             std::span<const PeriodicFacePair> pairs) {
  const double rounding = rounding_of_file(raw);
  for (const PeriodicFacePair& pair : pairs) check_pair(raw, faces, pair, rounding);
}

}  // namespace lobatto::mesh
