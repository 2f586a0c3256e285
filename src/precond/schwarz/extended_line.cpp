#include "precond/schwarz/extended_line.hpp"

#include <lapacke.h>

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace lobatto::precond {

namespace {

/// Rows and columns of an assembled line restricted to the nodes of the extended one that are
/// unknowns; `offset` is the assembled node where extended node 0 lies.
struct Restricted {
  std::vector<int> nodes;  ///< extended numbers of the unknowns
  poly::Matrix stiffness;
  std::vector<double> mass;
};

Restricted restrict_to_overlap(const ExtendedLine& line, int n) {
  std::vector<double> ticks{0.0};
  const auto add = [&](double length) { ticks.push_back(ticks.back() + length); };
  if (line.lower_neighbour) add(*line.lower_neighbour);
  add(line.length);
  if (line.upper_neighbour) add(*line.upper_neighbour);
  const auto whole = poly::assemble_line(ticks, n - 1, false);
  // The element's first node is extended node 1.
  const int offset = (line.lower_neighbour ? n - 1 : 0) - 1;
  Restricted out;
  for (int i = 0; i < n + 2; ++i) {
    const bool below = i == 0 && !line.lower_neighbour;
    const bool above = i == n + 1 && !line.upper_neighbour;
    const bool fixed =
        (i == 1 && !line.lower_neighbour && line.lower_end == poly::EndCondition::dirichlet) ||
        (i == n && !line.upper_neighbour && line.upper_end == poly::EndCondition::dirichlet);
    if (!below && !above && !fixed) out.nodes.push_back(i);
  }
  const int size = static_cast<int>(out.nodes.size());
  out.stiffness = poly::Matrix(size, size);
  for (int a = 0; a < size; ++a) {
    out.mass.push_back(whole.mass[offset + out.nodes[a]]);
    for (int b = 0; b < size; ++b)
      out.stiffness(a, b) = whole.stiffness(offset + out.nodes[a], offset + out.nodes[b]);
  }
  return out;
}

}  // namespace

ExtendedModes extended_modes(const ExtendedLine& line, int n) {
  Restricted unknowns = restrict_to_overlap(line, n);
  const int size = static_cast<int>(unknowns.nodes.size());
  // With t = M^1/2 s the problem is symmetric: M^-1/2 K M^-1/2 t = lambda t.
  poly::Matrix& symmetric = unknowns.stiffness;
  for (int a = 0; a < size; ++a)
    for (int b = 0; b < size; ++b)
      symmetric(a, b) /= std::sqrt(unknowns.mass[a] * unknowns.mass[b]);
  std::vector<double> eigenvalues(size);
  const int info = LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', size, symmetric.values.data(), size,
                                 eigenvalues.data());
  if (info != 0)
    throw base::Error("the modes of an overlapped element: LAPACK dsyev returned " +
                      std::to_string(info));
  ExtendedModes modes{std::vector<double>(n + 2, 1.0), poly::Matrix(n + 2, n + 2)};
  for (int m = 0; m < size; ++m) {
    // That of the constant, where nothing fixes the level, is exactly zero.
    modes.eigenvalues[m] = eigenvalues[m] > 1e-10 * eigenvalues.back() ? eigenvalues[m] : 0.0;
    for (int a = 0; a < size; ++a)
      modes.vectors(unknowns.nodes[a], m) = symmetric(a, m) / std::sqrt(unknowns.mass[a]);
  }
  return modes;
}

}  // namespace lobatto::precond
