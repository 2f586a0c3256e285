#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "mesh/box_mesh.hpp"
#include "poly/line_operators.hpp"
#include "space/box_space.hpp"

namespace lobatto::space {

/// The part of one face of the box that this rank owns: its elements, and where their face nodes
/// are. With normal direction d, the tangential directions (a, b) make (d, a, b) cyclic; face nodes
/// are ordered [b][a].
class BoxBoundary {
 public:
  BoxBoundary(const BoxSpace& space, mesh::Face face);

  [[nodiscard]] mesh::Face face() const { return face_; }
  [[nodiscard]] int normal() const { return normal_; }
  /// +1 on an upper face, -1 on a lower one: the outward normal is sign() e_d.
  [[nodiscard]] double sign() const { return mesh::is_upper(face_) ? 1.0 : -1.0; }
  [[nodiscard]] std::array<int, 2> tangents() const {
    return {(normal_ + 1) % 3, (normal_ + 2) % 3};
  }

  /// Local elements that have a side on this face, ascending.
  [[nodiscard]] const std::vector<int>& elements() const { return elements_; }
  /// Offset within an element of face node [b][a]. [n * n]
  [[nodiscard]] const std::vector<std::size_t>& node_offsets() const { return node_offsets_; }
  /// Stride within an element of one node along direction d: 1, n, n * n.
  [[nodiscard]] std::size_t stride(int direction) const { return strides_[direction]; }
  /// Surface quadrature weight of face node [b][a] of local element e: w_a w_b h_a h_b / 4.
  [[nodiscard]] double surface_weight(int e, int b, int a) const;
  /// Values of f at the face nodes of `elements()`, [element][b][a].
  void evaluate(const SpaceTimeFunction& f, double t, std::vector<double>& values) const;

 private:
  const BoxSpace& space_;
  mesh::Face face_;
  int normal_;
  std::array<std::size_t, 3> strides_;
  std::vector<int> elements_;
  std::vector<std::size_t> node_offsets_;
};

/// 0 at the nodes on faces with a Dirichlet condition, else 1. [n_elem][k][j][i]
Field dirichlet_mask(const BoxSpace& space, const std::array<poly::LineConditions, 3>& conditions);

}  // namespace lobatto::space
