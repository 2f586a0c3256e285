#pragma once

#include <span>
#include <vector>

namespace lobatto::poly {

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

}  // namespace lobatto::poly
