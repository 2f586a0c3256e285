#include "direct/lines/block_modes.hpp"

#include <lapacke.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>

#include "base/error.hpp"
#include "poly/lagrange.hpp"
#include "poly/line_operators.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::direct {

FactoredLine factored_line(std::span<const double> ticks, const LineLayout& layout) {
  const poly::Quadrature gll = poly::gauss_lobatto_legendre(layout.order + 1);
  const poly::Quadrature gauss = poly::gauss_legendre(layout.order);
  const poly::Matrix slope = poly::derivative_at_points(gll.nodes, gauss.nodes);
  FactoredLine line{poly::Matrix(layout.n_elements * layout.order, layout.n_unknowns),
                    std::vector<double>(static_cast<std::size_t>(layout.n_unknowns), 0.0)};
  for (int e = 0; e < layout.n_elements; ++e) {
    const double length = ticks[e + 1] - ticks[e];
    for (int i = 0; i <= layout.order; ++i) {
      const int node =
          (e * layout.order + i) % (layout.periodic ? layout.n_unknowns : layout.n_nodes);
      const int unknown = node - layout.first_unknown;
      if (unknown < 0 || unknown >= layout.n_unknowns) continue;
      line.mass[unknown] += length / 2 * gll.weights[i];
      for (int q = 0; q < layout.order; ++q) {
        line.gradient(e * layout.order + q, unknown) +=
            std::sqrt(2 * gauss.weights[q] / length) * slope(q, i);
      }
    }
  }
  return line;
}

FactoredLine factored_waves(const ElementWaves& waves, const ElementWaves::Block& block,
                            int n_elements, int order, double h) {
  using poly::EndCondition;
  const std::array ends{0.0, h};
  const FactoredLine element =
      factored_line(ends, LineLayout(1, order, {EndCondition::neumann, EndCondition::neumann}));
  FactoredLine line{poly::Matrix(2 * order, block.size),
                    std::vector<double>(static_cast<std::size_t>(block.size))};
  for (int f = 0; f < block.size; ++f) {
    const auto& function = waves.functions()[block.begin + f];
    // The sum of squares of waves over the elements.
    const double sum = 2 * function.wave % n_elements == 0 ? n_elements : 0.5 * n_elements;
    const auto amplitudes = waves.amplitudes(function);
    for (int i = 0; i <= order; ++i)
      line.mass[f] += sum * element.mass[i] * std::norm(amplitudes[i]);
    for (int q = 0; q < order; ++q) {
      std::complex<double> slope;
      for (int i = 0; i <= order; ++i) slope += element.gradient(q, i) * amplitudes[i];
      line.gradient(2 * q, f) = std::sqrt(sum) * slope.real();
      line.gradient(2 * q + 1, f) = std::sqrt(sum) * slope.imag();
    }
  }
  return line;
}

BlockModes block_modes(const FactoredLine& line, const poly::Matrix& basis) {
  const int n = basis.cols;
  std::vector<double> norm(static_cast<std::size_t>(n), 0.0);
  for (int c = 0; c < n; ++c) {
    for (int a = 0; a < basis.rows; ++a) norm[c] += line.mass[a] * basis(a, c) * basis(a, c);
    norm[c] = std::sqrt(norm[c]);
  }
  // The row-major G Q / norm, padded with rows of zeros to at least n, is for LAPACK its
  // column-major transpose.
  poly::Matrix reduced = poly::multiply(line.gradient, basis);
  for (int q = 0; q < reduced.rows; ++q) {
    for (int c = 0; c < n; ++c) reduced(q, c) /= norm[c];
  }
  reduced.rows = std::max(reduced.rows, n);
  reduced.values.resize(static_cast<std::size_t>(reduced.rows) * n, 0.0);

  std::vector<double> singular(static_cast<std::size_t>(n)), rest(static_cast<std::size_t>(n));
  poly::Matrix left(n, n);
  double unused = 0;
  const lapack_int info =
      LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'A', 'N', n, reduced.rows, reduced.values.data(), n,
                     singular.data(), left.values.data(), n, &unused, 1, rest.data());
  if (info != 0)
    throw base::Error("no singular values of a line operator (dgesvd " + std::to_string(info) +
                      ")");

  BlockModes modes{std::vector<double>(static_cast<std::size_t>(n)), poly::Matrix(n, n)};
  for (int m = 0; m < n; ++m) {
    const int from = n - 1 - m;  // LAPACK sorts downwards
    modes.eigenvalues[m] = singular[from] * singular[from];
    for (int c = 0; c < n; ++c) modes.vectors(c, m) = left(from, c) / norm[c];
  }
  return modes;
}

}  // namespace lobatto::direct
