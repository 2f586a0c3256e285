#pragma once

#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::poly {

/// What a field satisfies at one end of a line of elements.
enum class EndCondition { periodic, dirichlet, neumann };

/// The two ends of a line; periodic only as a pair.
struct LineConditions {
  EndCondition lower = EndCondition::neumann;
  EndCondition upper = EndCondition::neumann;
  bool operator==(const LineConditions&) const = default;
};

/// Assembled one-dimensional operators of a line of GLL elements between `ticks`.
/// Node numbering: element e, node i is e * order + i; periodic lines identify the last node with
/// node 0, so there are n_elements * order nodes when periodic and one more otherwise. No Dirichlet
/// row is removed here.
struct LineOperators {
  Matrix stiffness;          ///< K(a, b) = integral of l'_a l'_b
  std::vector<double> mass;  ///< diagonal of M by GLL quadrature
};
LineOperators assemble_line(std::span<const double> ticks, int order, bool periodic);

/// Which node of the line is node i of element e: neighbours share a node, and a periodic line is
/// closed.
struct LineNumbering {
  int n_elements;
  int order;
  bool periodic;

  [[nodiscard]] int n_nodes() const { return n_elements * order + (periodic ? 0 : 1); }
  [[nodiscard]] int node(int e, int i) const { return (e * order + i) % n_nodes(); }
};

/// Lengths between ascending ticks. Throws base::Error on ticks or an order that make no line.
std::vector<double> element_lengths(std::span<const double> ticks, int order);

/// Diagonal of the assembled GLL mass matrix of elements with these lengths. [n_nodes]
std::vector<double> assemble_mass(std::span<const double> lengths, int order, bool periodic);

/// Solutions of K s = lambda M s on the nodes that are not Dirichlet, S^T M S = I, eigenvalues
/// ascending. vectors(a, m): value at node a (numbering of LineOperators; zero rows at Dirichlet
/// nodes) of mode m. On a line that is symmetric about its middle (ticks to 1e-12 of the length,
/// equal conditions at both ends or periodic) every mode is exactly even or odd: with N nodes,
/// vectors(r(a), m) == +-vectors(a, m) to the last bit, where the reflection takes node a to r(a) =
/// N - 1 - a and on periodic lines to r(a) = (N - a) mod N (about a tick). Without a Dirichlet end
/// mode 0 is exactly the constant, of eigenvalue exactly 0. The relative error of an eigenvalue is
/// about eps sqrt(lambda_max / lambda). Cost about 10 N^3 flop, a quarter on symmetric lines.
/// Throws base::Error when only one end is periodic, or the ticks do not ascend, or order < 1.
struct LineModes {
  std::vector<double> eigenvalues;
  Matrix vectors;
  bool symmetric =
      false;  ///< each mode is even or odd under reflection about the middle of the line
  std::vector<bool> odd;  ///< when symmetric: the parity of each mode
};
LineModes line_modes(std::span<const double> ticks, int order, const LineConditions& conditions);

}  // namespace lobatto::poly
