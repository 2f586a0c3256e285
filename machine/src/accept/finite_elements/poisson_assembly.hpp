#pragma once

#include <array>
#include <vector>

#include "accept/finite_elements/hexahedron.hpp"
#include "accept/sparse/box_numbering.hpp"
#include "accept/sparse/sparse_rows.hpp"

namespace lobatto::accept {

/// -lap u = f in the unit cube with u = 0 around it, by trilinear hexahedra: the box of nodes
/// inside is shared among the ranks, and each assembles the rows of its nodes from all elements
/// around them. Nodes are moved by sin(pi x) sin(pi y) sin(pi z) / 20 in each direction, so that no
/// two elements are alike.
class PoissonAssembly {
 public:
  /// f = 3 pi^2 u with u = sin(pi x) sin(pi y) sin(pi z).
  explicit PoissonAssembly(const RankBox& nodes_inside);

  /// Computes values and right-hand side anew from the corners of the elements.
  void assemble();
  [[nodiscard]] const NumberedRows& rows() const { return rows_; }
  [[nodiscard]] const std::vector<double>& right_hand_side() const { return rhs_; }
  /// u at the nodes of this rank.
  [[nodiscard]] std::vector<double> solution() const;
  [[nodiscard]] double n_elements_in_all() const;

 private:
  struct Corners;
  void lay_out();
  void find_columns();
  [[nodiscard]] std::size_t node(int i, int j, int k) const;
  [[nodiscard]] Corners corners_of(int i, int j, int k) const;
  void add(const Corners& corners, const ElementSystem& system);

  BoxNumbering numbering_;
  std::array<int, 3> first_{}, count_{};  ///< of this rank's nodes
  // Of these and of one layer of nodes around them:
  std::vector<std::array<double, 3>> points_;
  std::vector<double> exact_;
  std::vector<long long> numbers_;  ///< -1: on the boundary
  NumberedRows rows_;
  std::vector<double> rhs_;
};

}  // namespace lobatto::accept
