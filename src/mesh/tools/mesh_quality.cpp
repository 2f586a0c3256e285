#include "mesh/tools/mesh_quality.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>

#include "base/vector3.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

using base::cross;
using base::dot;
using base::norm;
using Vector = base::Vector3;

/// Evaluates the geometry of elements at the n^3 nodes of a quadrature that integrates its
/// Jacobian, of degree 3 g - 1 in each direction, exactly.
class Sampler {
 public:
  const poly::Quadrature quadrature;
  const int n;

  explicit Sampler(const HexMesh& mesh)
      : quadrature(poly::gauss_lobatto_legendre((3 * mesh.geometry_order + 1) / 2 + 1)),
        n(static_cast<int>(quadrature.nodes.size())),
        mesh_(mesh) {
    const auto nodes = poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes;
    value_ = poly::interpolation_matrix(nodes, quadrature.nodes);
    derivative_ = poly::derivative_at_points(nodes, quadrature.nodes);
  }

  void sample(int e) {
    const int m = mesh_.geometry_order + 1;
    const std::size_t n_nodes = static_cast<std::size_t>(m) * m * m;
    for (int c = 0; c < 3; ++c) {
      const double* u = mesh_.coordinates.data() + (3 * static_cast<std::size_t>(e) + c) * n_nodes;
      position_[c] = tensor_values(value_, value_, value_, u);
      tangents_[0][c] = tensor_values(value_, value_, derivative_, u);
      tangents_[1][c] = tensor_values(value_, derivative_, value_, u);
      tangents_[2][c] = tensor_values(derivative_, value_, value_, u);
    }
  }
  [[nodiscard]] Vector position(int node) const { return at(position_, node); }
  [[nodiscard]] Vector tangent(int d, int node) const { return at(tangents_[d], node); }

 private:
  using Field = std::array<std::vector<double>, 3>;
  static Vector at(const Field& field, int node) {
    return {field[0][node], field[1][node], field[2][node]};
  }

  const HexMesh& mesh_;
  poly::Matrix value_, derivative_;
  Field position_;
  std::array<Field, 3> tangents_;
};

Vector vertex(const HexMesh& mesh, int e, int v) {
  const int g = mesh.geometry_order, m = g + 1;
  const int node = (((v >> 2) & 1) * m + ((v >> 1) & 1)) * g * m + (v & 1) * g;
  const std::size_t n_nodes = static_cast<std::size_t>(m) * m * m;
  const double* u = mesh.coordinates.data() + 3 * static_cast<std::size_t>(e) * n_nodes + node;
  return {u[0], u[n_nodes], u[2 * n_nodes]};
}

template <class Better>
void improve(MeshQuality::Extreme& best, double value, int e, const Vector& at, Better better) {
  if (better(value, best.value)) best = {value, e, at};
}

void measure_edges(const HexMesh& mesh, int e, const Vector& middle, MeshQuality& quality) {
  double shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
  for (int line = 0; line < n_hex_lines; ++line) {
    const auto ends = line_vertices(line);
    const Vector a = vertex(mesh, e, ends[0]), b = vertex(mesh, e, ends[1]);
    const double length = distance(a, b);
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  improve(quality.shortest_edge, shortest, e, middle, std::less<>());
  improve(quality.longest_edge, longest, e, middle, std::greater<>());
  improve(quality.aspect_ratio, longest / shortest, e, middle, std::greater<>());
}

void measure_inside(const Sampler& sampler, int e, MeshQuality& quality) {
  const int n = sampler.n;
  const auto& w = sampler.quadrature.weights;
  for (int node = 0; node < n * n * n; ++node) {
    const Vector r = sampler.tangent(0, node), s = sampler.tangent(1, node);
    const Vector t = sampler.tangent(2, node), x = sampler.position(node);
    const double jacobian = dot(r, cross(s, t));
    quality.volume += w[node % n] * w[node / n % n] * w[node / n / n] * jacobian;
    improve(quality.scaled_jacobian, jacobian / (norm(r) * norm(s) * norm(t)), e, x, std::less<>());
    for (int c = 0; c < 3; ++c) {
      quality.lower[c] = std::min(quality.lower[c], x[c]);
      quality.upper[c] = std::max(quality.upper[c], x[c]);
    }
  }
}

double area_of(const Sampler& sampler, int face) {
  const int n = sampler.n, d = face / 2;
  const std::array<int, 3> stride{1, n, n * n};
  const auto& w = sampler.quadrature.weights;
  double area = 0.0;
  for (int b = 0; b < n; ++b) {
    for (int a = 0; a < n; ++a) {
      const int node = (face % 2) * (n - 1) * stride[d] + a * stride[direction_a(d)] +
                       b * stride[direction_b(d)];
      area +=
          w[a] * w[b] *
          norm(cross(sampler.tangent(direction_a(d), node), sampler.tangent(direction_b(d), node)));
    }
  }
  return area;
}

}  // namespace

MeshQuality measure_quality(const HexMesh& mesh) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  MeshQuality quality;
  quality.lower.fill(infinity);
  quality.upper.fill(-infinity);
  quality.scaled_jacobian.value = quality.shortest_edge.value = infinity;
  Sampler sampler(mesh);
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    sampler.sample(e);
    measure_inside(sampler, e, quality);
    Vector middle{};
    for (int v = 0; v < n_hex_vertices; ++v) {
      for (int c = 0; c < 3; ++c) middle[c] += vertex(mesh, e, v)[c] / n_hex_vertices;
    }
    measure_edges(mesh, e, middle, quality);
  }
  return quality;
}

std::vector<BoundarySize> measure_boundaries(const HexMesh& mesh) {
  std::vector<BoundarySize> sizes(mesh.boundary_names.size());
  Sampler sampler(mesh);
  int sampled = -1;
  for (const BoundarySide& side : mesh.sides) {
    if (side.element != sampled) sampler.sample(sampled = side.element);
    ++sizes[side.boundary].n_faces;
    sizes[side.boundary].area += area_of(sampler, side.face);
  }
  return sizes;
}

}  // namespace lobatto::mesh
