#pragma once

#include <algorithm>

#include "gpu/explicit_part.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::gpu {

/// Coefficients of an element, for the kernels.
template <int N, int M>
struct ElementMatrices {
  poly::Quadrature gll = poly::gauss_lobatto_legendre(N);
  poly::Quadrature gauss = poly::gauss_legendre(M);
  poly::Matrix interpolate = poly::interpolation_matrix(gll.nodes, gauss.nodes);
  poly::Matrix slope = poly::derivative_at_points(gll.nodes, gauss.nodes);
  poly::Matrix derive = poly::derivative_matrix(gauss.nodes);
  poly::Matrix derivative = poly::derivative_matrix(gll.nodes);
  poly::Matrix project{N, M};  ///< M^-1 I^T W

  ElementMatrices() {
    for (int i = 0; i < N; ++i) {
      for (int q = 0; q < M; ++q)
        project(i, q) = interpolate(q, i) * gauss.weights[q] / gll.weights[i];
    }
  }
};

/// Some rows and columns of `a`; zero beyond.
inline poly::Matrix part_of(const poly::Matrix& a, int first_row, int n_rows, int first_col,
                            int n_cols) {
  poly::Matrix part(n_rows, n_cols);
  for (int r = 0; r < n_rows && first_row + r < a.rows; ++r) {
    for (int c = 0; c < n_cols && first_col + c < a.cols; ++c)
      part(r, c) = a(first_row + r, first_col + c);
  }
  return part;
}

inline poly::Matrix above(const poly::Matrix& a, const poly::Matrix& b) {
  poly::Matrix both(a.rows + b.rows, a.cols);
  std::copy(a.values.begin(), a.values.end(), both.values.begin());
  std::copy(b.values.begin(), b.values.end(), both.values.begin() + a.values.size());
  return both;
}

/// What the explicit part takes.
template <int N, int M, int F>
typename ExplicitPart<N, M, F>::Matrices set_matrices(const ElementMatrices<N, M>& of,
                                                      TileStore& store) {
  using Explicit = ExplicitPart<N, M, F>;
  constexpr int C = Explicit::C;
  typename Explicit::Matrices matrices{};
  for (int chunk = 0; chunk < Explicit::n_chunks; ++chunk) {
    store.set(
        above(part_of(of.interpolate, chunk * C, C, 0, N), part_of(of.slope, chunk * C, C, 0, N)),
        matrices.z[chunk]);
    store.set(part_of(of.project, 0, N, chunk * C, C), matrices.project_z[chunk]);
  }
  store.set(of.interpolate, matrices.interpolate);
  store.set(of.derive, matrices.derive);
  store.set(of.project, matrices.project);
  store.set(poly::transpose(of.derivative), matrices.weak_derivative);
  return matrices;
}

}  // namespace lobatto::gpu
