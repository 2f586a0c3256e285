#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::stats {

/// A node of a field, with its weight in the integral over its set.
struct WeightedNode {
  std::size_t index = 0;  ///< in a field
  double weight = 0;
  std::size_t set = 0;
};

/// The nodes of this rank that are summed over: those of a volume, of a surface, or of planes, each
/// of which is a set of its own. All sets together are the same on any number of ranks.
class NodeSets {
 public:
  using Look = base::FunctionRef<void(const WeightedNode&)>;
  virtual ~NodeSets() = default;

  [[nodiscard]] virtual std::size_t n_sets() const { return 1; }
  virtual void visit(Look look) const = 0;
  /// The space has moved.
  virtual void follow_mesh() {}
};

/// All of the volume, weighted with the diagonal mass matrix. `space` must live as long.
class VolumeNodes final : public NodeSets {
 public:
  explicit VolumeNodes(const space::FunctionSpace& space) : space_(space) {}
  void visit(Look look) const override;

 private:
  const space::FunctionSpace& space_;
};

/// Parts of the boundary as one surface. A node on the edge between two sides counts once per side.
class BoundaryNodes final : public NodeSets {
 public:
  /// boundaries: indices in space.boundaries(). `space` must live as long.
  BoundaryNodes(const space::FunctionSpace& space, std::span<const int> boundaries);
  void visit(Look look) const override;
  void follow_mesh() override;
  /// This rank's elements that have a side there, in ascending order.
  [[nodiscard]] std::vector<int> elements() const;

 private:
  const space::FunctionSpace& space_;
  std::vector<space::Boundary> boundaries_;
};

/// The planes of nodes of a box across one direction, each a set, from the lowest to the highest;
/// where elements meet both of their nodes are of one plane. Weights are those of the volume, which
/// along a plane are the area's up to a factor.
class PlaneNodes final : public NodeSets {
 public:
  /// `space` must live as long. Collective; throws base::Error on every rank where the mesh comes
  /// from a file, or where the nodes of a moved box lie in no such planes.
  PlaneNodes(const space::FunctionSpace& space, int direction);
  [[nodiscard]] std::size_t n_sets() const override { return coordinates_.size(); }
  void visit(Look look) const override;
  /// Of each plane, on every rank.
  [[nodiscard]] std::span<const double> coordinates() const { return coordinates_; }

 private:
  [[nodiscard]] std::size_t plane_of(int e, std::size_t q) const;

  const space::FunctionSpace& space_;
  int direction_;
  std::vector<double> coordinates_;
};

}  // namespace lobatto::stats
