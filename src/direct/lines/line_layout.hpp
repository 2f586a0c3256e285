#pragma once

#include "poly/line_operators.hpp"

namespace lobatto::direct {

/// The nodes of a line of elements in order, n_elements * order + 1 of them, both ends of a
/// periodic line included, and the unknowns among them: nodes first_unknown ... first_unknown +
/// n_unknowns - 1.
struct LineLayout {
  LineLayout(int elements, int polynomial_order, const poly::LineConditions& conditions)
      : n_elements(elements),
        order(polynomial_order),
        periodic(conditions.lower == poly::EndCondition::periodic),
        lower_fixed(conditions.lower == poly::EndCondition::dirichlet),
        upper_fixed(conditions.upper == poly::EndCondition::dirichlet),
        n_nodes(elements * polynomial_order + 1),
        first_unknown(lower_fixed ? 1 : 0),
        n_unknowns(n_nodes - (periodic ? 1 : 0) - (lower_fixed ? 1 : 0) - (upper_fixed ? 1 : 0)) {}

  int n_elements;
  int order;
  bool periodic;
  bool lower_fixed;  ///< Dirichlet
  bool upper_fixed;
  int n_nodes;
  int first_unknown;
  int n_unknowns;

  /// Whether the constant is a mode of eigenvalue zero.
  [[nodiscard]] bool has_constant_mode() const { return !lower_fixed && !upper_fixed; }
};

}  // namespace lobatto::direct
