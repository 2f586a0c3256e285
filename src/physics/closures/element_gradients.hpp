#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/closures/velocity_gradient.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The gradient of a velocity on one element after another.
class ElementGradients {
 public:
  /// The space must live as long.
  explicit ElementGradients(const space::FunctionSpace& space);

  /// Of element e, valid until the next call. u: its values, n^3 each.
  const VelocityGradient& of(int e, const std::array<const double*, 3>& u);
  /// Of one call: nine derivatives.
  [[nodiscard]] kernels::Cost cost() const;

 private:
  std::size_t size_;
  double n_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::array<std::vector<double>, 9> slopes_;
  VelocityGradient gradient_;
};

/// Where the components of a velocity are on element e. They must live as long.
std::array<const double*, 3> on_element(const space::VectorField& velocity, int e,
                                        std::size_t element_size);

/// The width of an element's grid: the cube root of its volume by order^3.
double filter_width(double element_volume, int order);
/// Of each local element.
std::vector<double> filter_widths(const space::FunctionSpace& space);

}  // namespace lobatto::physics
