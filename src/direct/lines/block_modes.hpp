#pragma once

#include <span>
#include <vector>

#include "direct/lines/element_waves.hpp"
#include "direct/lines/line_layout.hpp"
#include "poly/matrix.hpp"

namespace lobatto::direct {

/// A line's operators with the stiffness in factors, K = G^T G: with `order` Gauss points an
/// element the quadrature of the stiffness is exact, and G(q, a) = sqrt(2 w_q / h) l'_a(x_q).
/// Unknowns only.
struct FactoredLine {
  poly::Matrix gradient;     ///< G [n_elements * order][n_unknowns]
  std::vector<double> mass;  ///< diagonal of M [n_unknowns]
};
FactoredLine factored_line(std::span<const double> ticks, const LineLayout& layout);

/// Modes of a line within the span of some orthogonal functions q_c: (Q^T K Q) v = lambda (Q^T M Q)
/// v.
struct BlockModes {
  std::vector<double> eigenvalues;  ///< ascending
  poly::Matrix vectors;             ///< [function][mode], with V^T (Q^T M Q) V = I
};
/// basis [n_unknowns][n_functions], its columns orthogonal in the mass product. Eigenvalues are
/// squares of singular values of G, so the smooth modes keep their digits: relative error eps
/// sqrt(lambda_max / lambda).
BlockModes block_modes(const FactoredLine& line, const poly::Matrix& basis);

/// The functions of one block of ElementWaves on a line of elements of length h, with what they are
/// along the whole line: the identity is the basis.
FactoredLine factored_waves(const ElementWaves& waves, const ElementWaves::Block& block,
                            int n_elements, int order, double h);

}  // namespace lobatto::direct
