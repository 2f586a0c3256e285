#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "poly/line_operators.hpp"
#include "poly/matrix.hpp"

namespace lobatto::precond {

/// One direction of an element and its overlap: the element's length, and at each end either the
/// length of the neighbour or, where there is none, the condition that holds there.
struct ExtendedLine {
  double length = 1;
  std::optional<double> lower_neighbour, upper_neighbour;
  poly::EndCondition lower_end = poly::EndCondition::neumann;
  poly::EndCondition upper_end = poly::EndCondition::neumann;

  auto operator<=>(const ExtendedLine&) const = default;
};

/// Solutions of K s = lambda M s on n + 2 nodes: one node of the lower neighbour (the one next to
/// the shared one), the n nodes of the element, one of the upper neighbour; zero at the nodes
/// beyond. Nodes that do not exist or are fixed have zero rows, and as many modes are zero with
/// eigenvalue 1. S^T M S = I over the rest.
struct ExtendedModes {
  std::vector<double> eigenvalues;  ///< [n + 2]
  poly::Matrix vectors;             ///< [node][mode]
};

/// n >= 3 nodes. Assembled from the true lengths: on a mesh of boxes the operator of the overlapped
/// subdomain is exact. Lottes & Fischer, J. Sci. Comput. 24 (2005).
ExtendedModes extended_modes(const ExtendedLine& line, int n);

}  // namespace lobatto::precond
