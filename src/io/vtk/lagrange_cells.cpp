#include "io/vtk/lagrange_cells.hpp"

#include <cstddef>

#include "poly/lagrange.hpp"

namespace lobatto::io {

namespace {

/// m equally spaced points on [-1, 1], symmetric to the last bit.
std::vector<double> equidistant_points(int m) {
  std::vector<double> points(m);
  for (int i = 0; i < m; ++i) points[i] = (2.0 * i - (m - 1)) / (m - 1);
  return points;
}

/// out[outer][r][inner] = sum over i of matrix(r, i) in[outer][i][inner]
void contract(const poly::Matrix& matrix, const double* in, double* out, int n_outer, int n_inner) {
  for (int o = 0; o < n_outer; ++o) {
    const double* slab = in + static_cast<std::ptrdiff_t>(o) * matrix.cols * n_inner;
    for (int r = 0; r < matrix.rows; ++r, out += n_inner) {
      for (int s = 0; s < n_inner; ++s) out[s] = 0;
      for (int i = 0; i < matrix.cols; ++i) {
        const double factor = matrix(r, i);
        const double* line = slab + static_cast<std::ptrdiff_t>(i) * n_inner;
        for (int s = 0; s < n_inner; ++s) out[s] += factor * line[s];
      }
    }
  }
}

}  // namespace

LagrangeLayout lagrange_layout(int order) {
  const int pieces = (order + max_vtk_degree - 1) / max_vtk_degree;
  return {pieces, (order + pieces - 1) / pieces};
}

std::vector<std::array<int, 3>> lagrange_hexahedron_points(int degree) {
  const int p = degree;
  std::vector<std::array<int, 3>> points;
  points.reserve(static_cast<std::size_t>(p + 1) * (p + 1) * (p + 1));

  for (int k : {0, p}) {
    points.insert(points.end(), {{0, 0, k}, {p, 0, k}, {p, p, k}, {0, p, k}});
  }
  for (int k : {0, p}) {
    for (int i = 1; i < p; ++i) points.push_back({i, 0, k});
    for (int j = 1; j < p; ++j) points.push_back({p, j, k});
    for (int i = 1; i < p; ++i) points.push_back({i, p, k});
    for (int j = 1; j < p; ++j) points.push_back({0, j, k});
  }
  for (const auto& [i, j] :
       {std::array{0, 0}, std::array{p, 0}, std::array{p, p}, std::array{0, p}}) {
    for (int k = 1; k < p; ++k) points.push_back({i, j, k});
  }
  for (int fixed = 0; fixed < 3; ++fixed) {
    const int fast = fixed == 0 ? 1 : 0;
    const int slow = fixed == 2 ? 1 : 2;
    for (int side : {0, p}) {
      std::array<int, 3> point{};
      point[fixed] = side;
      for (point[slow] = 1; point[slow] < p; ++point[slow]) {
        for (point[fast] = 1; point[fast] < p; ++point[fast]) points.push_back(point);
      }
    }
  }
  for (int k = 1; k < p; ++k) {
    for (int j = 1; j < p; ++j) {
      for (int i = 1; i < p; ++i) points.push_back({i, j, k});
    }
  }
  return points;
}

std::vector<std::int64_t> element_connectivity(const LagrangeLayout& layout) {
  const auto points = lagrange_hexahedron_points(layout.degree);
  const std::int64_t m = layout.n_line_points();
  std::vector<std::int64_t> connectivity;
  connectivity.reserve(static_cast<std::size_t>(layout.n_cells()) * points.size());
  for (int cell = 0; cell < layout.n_cells(); ++cell) {
    const int x = cell % layout.pieces * layout.degree;
    const int y = cell / layout.pieces % layout.pieces * layout.degree;
    const int z = cell / (layout.pieces * layout.pieces) * layout.degree;
    for (const auto& [i, j, k] : points) connectivity.push_back(((z + k) * m + y + j) * m + x + i);
  }
  return connectivity;
}

EquidistantResampling::EquidistantResampling(const LagrangeLayout& layout,
                                             std::span<const double> gll_nodes)
    : matrix_(poly::interpolation_matrix(gll_nodes, equidistant_points(layout.n_line_points()))) {
  const auto m = static_cast<std::size_t>(matrix_.rows), n = static_cast<std::size_t>(matrix_.cols);
  along_x_.resize(n * n * m);
  along_xy_.resize(n * m * m);
}

void EquidistantResampling::apply(std::span<const double> in, std::span<double> out) {
  const int m = matrix_.rows, n = matrix_.cols;
  contract(matrix_, in.data(), along_x_.data(), n * n, 1);
  contract(matrix_, along_x_.data(), along_xy_.data(), n, m);
  contract(matrix_, along_xy_.data(), out.data(), 1, m * m);
}

}  // namespace lobatto::io
