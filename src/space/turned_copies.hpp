#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "mesh/rotation.hpp"

namespace lobatto::space {

class FunctionSpace;

/// The copies of nodes on one of two periodic sides that a rotation carries into each other. A
/// vector at such a node is known by its Cartesian components on either side: those here are R
/// times those of the other copies. Sums over copies are taken of components in common axes, those
/// of the other side: R^T v before, R v after.
class TurnedCopies {
 public:
  using Matrix = std::array<std::array<double, 3>, 3>;

  /// Which side a copy is on follows from its angle about the axis: copies of a node have angles
  /// that differ by a part of a circle. On the axis all are as one. Collective. Throws base::Error
  /// on every rank where copies do not lie so.
  TurnedCopies(const FunctionSpace& space, const mesh::Rotation& rotation);

  /// Local indices, ascending.
  [[nodiscard]] std::span<const std::uint32_t> nodes() const { return nodes_; }
  /// Those on the axis, where a vector that a turn leaves goes along it.
  [[nodiscard]] std::span<const std::uint32_t> nodes_on_axis() const { return nodes_on_axis_; }
  /// From common axes to those of these copies.
  [[nodiscard]] const Matrix& matrix() const { return matrix_; }

  /// Components of vectors at these nodes, x, y and z, in place; of a block alone where one is
  /// given.
  void to_common(std::span<const std::span<double>> v) const { turn_back(v, nodes_); }
  void to_common(std::span<const std::span<double>> v, const base::Block& block) const;
  void to_own(std::span<const std::span<double>> v) const;

 private:
  void turn_back(std::span<const std::span<double>> v, std::span<const std::uint32_t> nodes) const;

  Matrix matrix_{};
  std::vector<std::uint32_t> nodes_, nodes_on_axis_;
};

}  // namespace lobatto::space
