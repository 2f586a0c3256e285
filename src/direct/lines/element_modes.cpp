#include "direct/lines/element_modes.hpp"

#include <algorithm>

#include "direct/lines/block_modes.hpp"
#include "poly/line_operators.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::direct {
namespace {

constexpr std::array reference_ticks{-1.0, 1.0};

/// Q with folded = Q^T f: sums of nodes and their mirror images, or differences. [m][size]
poly::Matrix folding(int m, bool is_even) {
  const int size = is_even ? (m + 1) / 2 : m / 2;
  poly::Matrix q(m, size);
  for (int j = 0; j < size; ++j) {
    q(m - 1 - j, j) = is_even ? 1 : -1;
    q(j, j) = 1;
  }
  return q;
}

base::AlignedArray<double> aligned(const poly::Matrix& a) {
  base::AlignedArray<double> copy(a.values.size());
  std::copy(a.values.begin(), a.values.end(), copy.begin());
  return copy;
}

ElementModes::Part make_part(const FactoredLine& interior, std::span<const double> to_end,
                             bool is_even) {
  const int m = static_cast<int>(interior.mass.size());
  const poly::Matrix q = folding(m, is_even);
  ElementModes::Part part;
  part.size = q.cols;
  if (part.size == 0) return part;
  const BlockModes modes = block_modes(interior, q);
  part.eigenvalues = modes.eigenvalues;
  const poly::Matrix functions = poly::multiply(q, modes.vectors);
  for (int k = 0; k < part.size; ++k) {
    double sum = 0;
    for (int i = 0; i < m; ++i) sum += functions(i, k) * to_end[i];
    part.to_end.push_back(sum);
  }
  part.by_position = aligned(modes.vectors);
  part.by_mode = aligned(poly::transpose(modes.vectors));
  return part;
}

}  // namespace

ElementModes::ElementModes(int order)
    : end_mass_(poly::gauss_lobatto_legendre(order + 1).weights.front()) {
  if (order < 2) return;
  using poly::EndCondition;
  const FactoredLine interior = factored_line(
      reference_ticks, LineLayout(1, order, {EndCondition::dirichlet, EndCondition::dirichlet}));
  const poly::Matrix stiffness = poly::assemble_line(reference_ticks, order, false).stiffness;
  std::vector<double> to_end;
  for (int i = 1; i < order; ++i) to_end.push_back(stiffness(i, 0));
  parts_ = {make_part(interior, to_end, true), make_part(interior, to_end, false)};
}

}  // namespace lobatto::direct
