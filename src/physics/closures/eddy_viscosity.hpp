#pragma once

#include <span>

#include "kernels/cost.hpp"
#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// A viscosity of the motions that a mesh does not resolve, from the velocity gradient where it is
/// and the width of the smallest motions that the mesh does: of each node, for itself.
class EddyViscosity {
 public:
  virtual ~EddyViscosity() = default;

  /// nu_t at the nodes of neighbouring elements, in length^2 / time; never negative.
  /// filter_widths: of each element, see filter_width(). out [elements][n^3], no gradient among
  /// them.
  virtual void evaluate(const VelocityGradient& gradient, std::span<const double> filter_widths,
                        std::span<double> out) const = 0;
  /// Of one node.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

}  // namespace lobatto::physics
