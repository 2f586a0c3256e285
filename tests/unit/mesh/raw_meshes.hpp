#pragma once

// Blocks of hexahedra as a file could hold them: elements turned any way, any periodic directions.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "mesh/raw_mesh.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {

/// Local direction d of a turned element runs along direction axis[d] of the block, backwards where
/// flipped.
struct Turn {
  std::array<int, 3> axis{0, 1, 2};
  std::array<bool, 3> flipped{};
};

/// The 24 rotations of a cube; with reflections all 48 turns.
inline std::vector<Turn> all_turns(bool with_reflections = false) {
  std::vector<Turn> turns;
  const std::array<std::array<int, 3>, 6> orders{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  for (int i = 0; i < 6; ++i) {
    for (int flips = 0; flips < 8; ++flips) {
      const std::array<bool, 3> flipped{(flips & 1) != 0, (flips & 2) != 0, (flips & 4) != 0};
      const int n_flipped = flipped[0] + flipped[1] + flipped[2];
      if (with_reflections || ((i >= 3) == (n_flipped % 2 == 1)))
        turns.push_back({orders[i], flipped});
    }
  }
  return turns;
}

using Point = std::array<double, 3>;

struct Block {
  std::array<int, 3> n_elements{1, 1, 1};
  std::array<bool, 3> periodic{};
  int geometry_order = 1;
  /// From block coordinates (element e covers [e, e + 1] in each direction) to space.
  std::function<Point(const Point&)> map = [](const Point& x) { return x; };
  std::function<Turn(int)> turn = [](int) { return Turn{}; };
};

inline std::int64_t lattice_point(const Block& block, const std::array<int, 3>& at) {
  const auto& n = block.n_elements;
  return (std::int64_t{at[2]} * (n[1] + 1) + at[1]) * (n[0] + 1) + at[0];
}

inline void add_block_element(const Block& block, const std::array<int, 3>& at, RawMesh& mesh) {
  const Turn turn = block.turn(static_cast<int>(mesh.corners.size()));
  const int g = block.geometry_order;
  const auto gll = poly::gauss_lobatto_legendre(g + 1).nodes;
  std::array<std::int64_t, 8> corners{};
  for (int v = 0; v < 8; ++v) {
    std::array<int, 3> corner = at;
    for (int d = 0; d < 3; ++d) corner[turn.axis[d]] += ((v >> d) & 1) != int{turn.flipped[d]};
    corners[v] = lattice_point(block, corner);
  }
  mesh.corners.push_back(corners);
  mesh.labels.push_back(100 + static_cast<long long>(mesh.corners.size()));
  for (int c = 0; c < 3; ++c) {
    for (int node = 0; node < (g + 1) * (g + 1) * (g + 1); ++node) {
      const std::array<int, 3> i{node % (g + 1), node / (g + 1) % (g + 1),
                                 node / (g + 1) / (g + 1)};
      Point x{};
      for (int d = 0; d < 3; ++d) {
        const double local = turn.flipped[d] ? -gll[i[d]] : gll[i[d]];
        x[turn.axis[d]] = at[turn.axis[d]] + 0.5 * (1.0 + local);
      }
      mesh.coordinates.push_back(block.map(x)[c]);
    }
  }
}

/// The quadrilaterals or the periodic pair at the two ends of direction d.
inline void close_direction(const Block& block, int d, RawMesh& mesh) {
  const int a = (d + 1) % 3, b = (d + 2) % 3;
  const auto& n = block.n_elements;
  const auto at = [&](int i, int j, int k) {
    std::array<int, 3> corner{};
    corner[d] = i;
    corner[a] = j;
    corner[b] = k;
    return lattice_point(block, corner);
  };
  const std::string name(1, static_cast<char>('x' + d));
  if (block.periodic[d]) {
    PeriodicMap map{"the " + name + " direction", {}};
    for (int j = 0; j <= n[a]; ++j) {
      for (int k = 0; k <= n[b]; ++k) map.master_of[at(n[d], j, k)] = at(0, j, k);
    }
    mesh.periodic.push_back(map);
    return;
  }
  for (const int end : {0, n[d]}) {
    mesh.boundary_names.push_back(name + (end == 0 ? "_min" : "_max"));
    for (int j = 0; j < n[a]; ++j) {
      for (int k = 0; k < n[b]; ++k) {
        mesh.quads.push_back(
            {{at(end, j, k), at(end, j + 1, k), at(end, j + 1, k + 1), at(end, j, k + 1)},
             static_cast<int>(mesh.boundary_names.size()) - 1,
             1000 + static_cast<long long>(mesh.quads.size())});
      }
    }
  }
}

/// Elements x fastest; boundaries x_min, x_max, ... where not periodic; labels from 101.
inline RawMesh make_block(const Block& block) {
  RawMesh mesh;
  mesh.file = "block";
  mesh.geometry_order = block.geometry_order;
  const auto& n = block.n_elements;
  for (int k = 0; k <= n[2]; ++k) {
    for (int j = 0; j <= n[1]; ++j) {
      for (int i = 0; i <= n[0]; ++i)
        mesh.points.push_back(block.map({double(i), double(j), double(k)}));
    }
  }
  for (int k = 0; k < n[2]; ++k) {
    for (int j = 0; j < n[1]; ++j) {
      for (int i = 0; i < n[0]; ++i) add_block_element(block, {i, j, k}, mesh);
    }
  }
  for (int d = 0; d < 3; ++d) close_direction(block, d, mesh);
  return mesh;
}

/// Coordinates [x, y, z][order + 1]^3 of the GLL nodes of one element.
inline std::vector<double> nodes_of_element(const double* coordinates, int g, int order) {
  const auto matrix = poly::interpolation_matrix(poly::gauss_lobatto_legendre(g + 1).nodes,
                                                 poly::gauss_lobatto_legendre(order + 1).nodes);
  const int n = order + 1, m = g + 1;
  std::vector<double> nodes(static_cast<std::size_t>(3 * n * n * n), 0.0);
  for (int c = 0; c < 3; ++c) {
    for (int node = 0; node < n * n * n; ++node) {
      for (int from = 0; from < m * m * m; ++from) {
        nodes[c * n * n * n + node] +=
            matrix(node % n, from % m) * matrix(node / n % n, from / m % m) *
            matrix(node / n / n, from / m / m) * coordinates[c * m * m * m + from];
      }
    }
  }
  return nodes;
}

}  // namespace lobatto::mesh
