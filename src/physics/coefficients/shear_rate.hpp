#pragma once

#include <array>
#include <span>

#include "physics/closures/element_gradients.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The shear rate sqrt(2 S : S) of a velocity, S = (grad u + grad u^T) / 2: |du/dy| in plane shear.
class ShearRate {
 public:
  explicit ShearRate(const space::FunctionSpace& space) : space_(space), gradients_(space) {}

  /// On a block, by the polynomials of its elements. u, out: its values.
  void evaluate_block(const space::ElementBlock& block, const std::array<const double*, 3>& u,
                      std::span<double> out);
  /// At all nodes; where elements meet the mean of what each of them has. [size]. Collective.
  void evaluate(const space::VectorField& velocity, std::span<double> out);

 private:
  const space::FunctionSpace& space_;
  ElementGradients gradients_;
};

}  // namespace lobatto::physics
