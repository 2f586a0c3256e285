#pragma once

#include <array>
#include <vector>

#include "poly/line_operators.hpp"

namespace lobatto::gpu {

/// One direction of the box. A field has its values at the nodes of the line, one per node
/// ("nodes"), or at those of each element ("element nodes", where neighbours have one each).
struct Line {
  std::vector<double> ticks;
  bool is_periodic = true;  ///< else it ends at walls
  int order = 7;

  [[nodiscard]] int n_elements() const { return static_cast<int>(ticks.size()) - 1; }
  [[nodiscard]] int n_element_nodes() const { return n_elements() * (order + 1); }
  [[nodiscard]] int n_nodes() const { return n_elements() * order + (is_periodic ? 0 : 1); }
  [[nodiscard]] poly::LineNumbering numbering() const { return {n_elements(), order, is_periodic}; }
  /// The mirror image of a node.
  [[nodiscard]] int mirrored(int node) const {
    return is_periodic ? (n_nodes() - node) % n_nodes() : n_nodes() - 1 - node;
  }
  [[nodiscard]] double length() const { return ticks.back() - ticks.front(); }
};

/// Coordinates of the nodes of a line. [n_nodes]
std::vector<double> node_places(const Line& line);

/// The modes of a line that is symmetric about its middle, for one condition at its walls: even
/// ones (parity 0) and odd ones (1). The matrices take and give one half of the line; all have the
/// same size, with zeros where one parity has fewer modes, and even sizes for the products.
struct Modes {
  int n_modes;                           ///< of each parity
  int n_element_nodes;                   ///< of one half of the line
  int n_nodes;                           ///< of one half, with what lies on the middle
  std::vector<double> eigenvalues;       ///< [parity][modes]; 1 where there is no mode
  std::vector<double> integrals;         ///< over the line, of the even modes
  std::array<poly::Matrix, 2> to_modes;  ///< V^T Q^T: sums the nodes of elements
  std::array<poly::Matrix, 2> to_nodes;  ///< V
};
Modes modes_of(const Line& line, poly::EndCondition at_walls);

using Box = std::array<Line, 3>;

/// The mean of a field at nodes.
double mean_of(const Box& box, const std::vector<double>& field);

}  // namespace lobatto::gpu
