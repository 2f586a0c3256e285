#include "mesh/curves/lattice_geometry.hpp"

#include <cstddef>

#include "mesh/curves/curved_element.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {

LatticeGeometry::LatticeGeometry(std::span<const std::array<int, 3>> lattice, int order,
                                 int dimension)
    : order_(order), dimension_(dimension) {
  const int n_all = dimension == 2 ? n() * n() : n() * n() * n();
  is_complete_ = static_cast<int>(lattice.size()) == n_all;
  for (const auto& [i, j, k] : lattice) places_.push_back((k * n() + j) * n() + i);
  for (int i = 0; i < n(); ++i) equidistant_.push_back(-1.0 + 2.0 * i / order);
  to_gll_ = poly::interpolation_matrix(equidistant_, poly::gauss_lobatto_legendre(n()).nodes);
}

/// Of a quadrilateral all layers of the slab. Nodes that the file lacks are zero.
std::vector<double> LatticeGeometry::on_lattice(std::span<const Point> nodes) const {
  const int n_layers = dimension_ == 2 ? n() : 1, n_nodes = n() * n() * n();
  std::vector<double> lattice(static_cast<std::size_t>(3 * n_nodes), 0.0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (int layer = 0; layer < n_layers; ++layer) {
      const int place = places_[i] + layer * n() * n();
      for (int c = 0; c < 3; ++c) lattice[c * n_nodes + place] = nodes[i][c];
      if (n_layers > 1) lattice[2 * n_nodes + place] = double(layer) / order_;
    }
  }
  return lattice;
}

std::vector<double> LatticeGeometry::between_lines(const std::vector<double>& lattice) const {
  const std::array<int, 3> stride{1, n(), n() * n()};
  const int n_nodes = n() * n() * n();
  const auto at = [&](int place) {
    return Point{lattice[place], lattice[n_nodes + place], lattice[2 * n_nodes + place]};
  };
  const auto corner = [&](int v) {
    return order_ * ((v & 1) * stride[0] + ((v >> 1) & 1) * stride[1] + (v >> 2) * stride[2]);
  };
  std::array<Point, n_hex_vertices> corners{};
  for (int v = 0; v < n_hex_vertices; ++v) corners[v] = at(corner(v));
  CurvedElement element(corners, equidistant_);
  for (int line = 0; line < 4 * dimension_; ++line) {
    CurvePoints points;
    for (int i = 0; i < n(); ++i)
      points.push_back(at(corner(line_vertices(line)[0]) + i * stride[line / 4]));
    element.bend_line(line, points);
  }
  return element.coordinates();
}

std::vector<double> LatticeGeometry::coordinates(std::span<const Point> nodes) const {
  constexpr int first_where_gll_differs = 3;
  std::vector<double> lattice = on_lattice(nodes);
  if (!is_complete_) lattice = between_lines(lattice);
  if (order_ < first_where_gll_differs) return lattice;
  const std::size_t n_nodes = lattice.size() / 3;
  std::vector<double> values;
  values.reserve(lattice.size());
  for (std::size_t c = 0; c < 3; ++c) {
    const auto component = tensor_values(to_gll_, to_gll_, to_gll_, lattice.data() + c * n_nodes);
    values.insert(values.end(), component.begin(), component.end());
  }
  return values;
}

}  // namespace lobatto::mesh
