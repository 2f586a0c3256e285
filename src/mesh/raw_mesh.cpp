#include "mesh/raw_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "base/vector3.hpp"

namespace lobatto::mesh {
namespace {

using Vector = base::Vector3;

/// The determinant of the trilinear map of the corners at the middle, times 64.
double middle_determinant(const RawMesh& mesh, const std::array<std::int64_t, 8>& corners) {
  std::array<Vector, 3> along{};
  for (int v = 0; v < 8; ++v) {
    for (int d = 0; d < 3; ++d) {
      for (int c = 0; c < 3; ++c)
        along[d][c] += ((v >> d) & 1 ? 1.0 : -1.0) * mesh.points[corners[v]][c];
    }
  }
  const auto& [r, s, t] = along;
  return base::dot(r, base::cross(s, t));
}

int index_of_name(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  const auto index = static_cast<int>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return index;
}

/// Where each name is in the new list; empty where no name is the old one.
std::vector<int> renamed(std::vector<std::string>& names, const std::string& name,
                         const std::string& new_name) {
  if (std::ranges::find(names, name) == names.end()) return {};
  std::vector<int> places;
  std::vector<std::string> list;
  for (const std::string& old : names)
    places.push_back(index_of_name(list, old == name ? new_name : old));
  names = std::move(list);
  return places;
}

}  // namespace

int boundary_of_name(RawMesh& mesh, const std::string& name) {
  return index_of_name(mesh.boundary_names, name);
}

bool rename(RawMesh& mesh, const std::string& name, const std::string& new_name) {
  const auto boundaries = renamed(mesh.boundary_names, name, new_name);
  for (BoundaryQuad& quad : mesh.quads)
    if (!boundaries.empty()) quad.boundary = boundaries[static_cast<std::size_t>(quad.boundary)];
  const auto volumes = renamed(mesh.volume_names, name, new_name);
  for (int& volume : mesh.volumes)
    if (!volumes.empty() && volume >= 0) volume = volumes[static_cast<std::size_t>(volume)];
  if (!volumes.empty() && mesh.solid_volume >= 0)
    mesh.solid_volume = volumes[static_cast<std::size_t>(mesh.solid_volume)];
  return !boundaries.empty() || !volumes.empty();
}

std::array<double, 3> node_of(const RawMesh& mesh, std::int64_t e, std::int64_t node) {
  const std::int64_t m = mesh.geometry_order + 1, n_nodes = m * m * m;
  const double* x = mesh.coordinates.data() + 3 * e * n_nodes + node;
  return {x[0], x[n_nodes], x[2 * n_nodes]};
}

double rounding_of_file(const RawMesh& mesh) {
  double largest = 0.0;
  for (const Vector& x : mesh.points) {
    for (const double value : x) largest = std::max(largest, std::abs(value));
  }
  return 1e-6 * largest;
}

std::string position_text(const RawMesh& mesh, const std::int64_t* points, int n_points) {
  Vector mean{};
  for (int i = 0; i < n_points; ++i) {
    for (int c = 0; c < 3; ++c) mean[c] += mesh.points[points[i]][c] / n_points;
  }
  char text[100];
  std::snprintf(text, sizeof text, "(%.6g, %.6g, %.6g)", mean[0], mean[1], mean[2]);
  return text;
}

void mirror(RawMesh& mesh, std::size_t e) {
  const bool is_slab = mesh.dimension == 2;
  const int other_end = is_slab ? 1 : 4;
  for (int v = 0; v < 8; ++v)
    if ((v & other_end) == 0) std::swap(mesh.corners[e][v], mesh.corners[e][v | other_end]);
  const int n = mesh.geometry_order + 1;
  // Nodes that change places are lines along r, or layers of them.
  const int n_nodes = n * n * n, n_rows = is_slab ? n * n : 1, stride = is_slab ? 1 : n * n;
  double* const element = mesh.coordinates.data() + e * 3 * n_nodes;
  for (int row = 0; row < 3 * n_rows; ++row) {
    double* const values = element + row * (n_nodes / n_rows);
    for (int k = 0; k < n / 2; ++k)
      std::swap_ranges(values + k * stride, values + (k + 1) * stride,
                       values + (n - 1 - k) * stride);
  }
}

void move_corner(RawMesh& mesh, std::size_t e, int v, const std::array<double, 3>& way,
                 std::span<const double> gll_nodes) {
  const std::size_t n = gll_nodes.size(), n_nodes = n * n * n;
  const auto weight = [&](int end, std::size_t i) {
    return 0.5 * (end == 0 ? 1.0 - gll_nodes[i] : 1.0 + gll_nodes[i]);
  };
  double* const x = mesh.coordinates.data() + 3 * n_nodes * e;
  for (std::size_t node = 0; node < n_nodes; ++node) {
    const double part =
        weight(v & 1, node % n) * weight((v >> 1) & 1, node / n % n) * weight(v >> 2, node / n / n);
    for (std::size_t c = 0; c < 3; ++c) x[c * n_nodes + node] += part * way[c];
  }
}

void make_right_handed(RawMesh& mesh) {
  for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
    const double determinant = middle_determinant(mesh, mesh.corners[e]);
    if (!(determinant < 0.0 || determinant > 0.0)) {
      throw base::Error(mesh.file + ": element " + std::to_string(mesh.labels[e]) + " at " +
                        position_text(mesh, mesh.corners[e].data(), 8) +
                        " is flat or not finite: the determinant at its middle is " +
                        std::to_string(determinant));
    }
    if (determinant < 0.0) mirror(mesh, e);
  }
}

}  // namespace lobatto::mesh
