#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "physics/closures/velocity_gradient.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The gradient of a velocity on one block of elements after another.
class ElementGradients {
 public:
  /// The space must live as long.
  explicit ElementGradients(const space::FunctionSpace& space);

  /// On a block, valid until the next call. u: its values.
  const VelocityGradient& of(const space::ElementBlock& block,
                             const std::array<const double*, 3>& u);
  /// Of one element: nine derivatives.
  [[nodiscard]] kernels::Cost cost() const;

 private:
  std::size_t size_;
  double n_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<double> slopes_;
  VelocityGradient gradient_;
};

/// Where the components of a velocity begin on a block. They must live as long.
std::array<const double*, 3> on_block(const space::VectorField& velocity,
                                      const space::ElementBlock& block);

/// The width of an element's grid: the cube root of its volume by order^3.
double filter_width(double element_volume, int order);
/// Of each local element; in a plane the square root of its area by order^2.
std::vector<double> filter_widths(const space::FunctionSpace& space);

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
