#include "commands/mesh/mesh.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "mesh/curves/tensor_values.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "mesh/tools/outer_sides.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::commands {

namespace {

using Json = nlohmann::ordered_json;

/// Elements at n equidistant places in each direction.
class SurfaceSampler {
 public:
  explicit SurfaceSampler(int geometry_order) : n(geometry_order == 1 ? 2 : 5) {
    std::vector<double> places;
    for (int i = 0; i < n; ++i) places.push_back(-1.0 + 2.0 * i / (n - 1));
    const auto nodes = poly::gauss_lobatto_legendre(geometry_order + 1).nodes;
    matrix_ = poly::interpolation_matrix(nodes, places);
    size_ = 3 * nodes.size() * nodes.size() * nodes.size();
  }

  const int n;

  /// [n][n][n] of x, y and z.
  std::array<std::vector<double>, 3> values(const std::vector<double>& coordinates,
                                            std::size_t e) const {
    std::array<std::vector<double>, 3> x;
    for (std::size_t c = 0; c < 3; ++c)
      x[c] = mesh::tensor_values(matrix_, matrix_, matrix_,
                                 coordinates.data() + e * size_ + c * size_ / 3);
    return x;
  }

 private:
  poly::Matrix matrix_;
  std::size_t size_ = 0;
};

void add_side(const SurfaceSampler& sampler, const mesh::RawMesh& raw, std::int64_t side, int name,
              Json& names, Json& points) {
  const auto x = sampler.values(raw.coordinates, static_cast<std::size_t>(side / 6));
  names.push_back(name);
  for (int b = 0; b < sampler.n; ++b)
    for (int a = 0; a < sampler.n; ++a)
      for (const auto& component : x)
        points.push_back(component[static_cast<std::size_t>(
            mesh::face_node(static_cast<int>(side % 6), a, b, sampler.n))]);
}

Json lines_of(const SurfaceSampler& sampler, const mesh::HexMesh& mesh, std::size_t e) {
  const auto x = sampler.values(mesh.coordinates, e);
  const int n = sampler.n;
  const std::array<int, 3> stride{1, n, n * n};
  Json lines = Json::array();
  for (int line = 0; line < mesh::n_hex_lines; ++line) {
    const int lower = mesh::line_vertices(line)[0];
    int first = 0;
    for (int d = 0; d < 3; ++d) first += ((lower >> d) & 1) * (n - 1) * stride[d];
    for (int i = 0; i < n; ++i)
      for (const auto& component : x)
        lines.push_back(component[static_cast<std::size_t>(first + i * stride[line / 4])]);
  }
  return lines;
}

Json worst_elements(const SurfaceSampler& sampler, const mesh::RawMesh& raw,
                    const mesh::HexMesh& mesh) {
  constexpr std::size_t most = 5;
  const mesh::ScaledJacobian jacobian(mesh.geometry_order);
  const std::size_t n = raw.labels.size(), size = mesh.coordinates.size() / n;
  std::vector<double> quality(n);
  for (std::size_t e = 0; e < n; ++e)
    quality[e] = jacobian.smallest(mesh.coordinates.data() + e * size);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t n_shown = std::min(most, n);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n_shown),
                    order.end(), [&](auto e, auto f) { return quality[e] < quality[f]; });
  Json worst = Json::array();
  for (std::size_t i = 0; i < n_shown; ++i)
    worst.push_back({{"element", raw.labels[order[i]]},
                     {"scaled_jacobian", quality[order[i]]},
                     {"lines", lines_of(sampler, mesh, order[i])}});
  return worst;
}

}  // namespace

Json surface_of(const mesh::RawMesh& raw, const mesh::HexMesh& mesh) {
  const mesh::OuterSides outer = mesh::outer_sides(raw);
  const SurfaceSampler sampler(raw.geometry_order);
  Json names = Json::array(), points = Json::array();
  for (const auto& named : outer.named)
    add_side(sampler, raw, named.side, named.boundary, names, points);
  const int periodic = static_cast<int>(raw.boundary_names.size());
  for (const auto& pair : outer.periodic)
    for (const std::int64_t side : {pair.slave, pair.master})
      add_side(sampler, raw, side, periodic, names, points);
  return {{"file", raw.file},
          {"elements", raw.n_elements()},
          {"points_per_line", sampler.n},
          {"boundaries", raw.boundary_names},
          {"name", names},
          {"points", points},
          {"worst", worst_elements(sampler, raw, mesh)}};
}

}  // namespace lobatto::commands
