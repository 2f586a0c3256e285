#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The shear rate sqrt(2 S : S) of a velocity, S = (grad u + grad u^T) / 2: |du/dy| in plane shear.
class ShearRate {
 public:
  explicit ShearRate(const space::FunctionSpace& space);

  /// At one element, by its own polynomials. u: its values, [n][n][n] each.
  void evaluate_element(int e, const std::array<std::span<const double>, 3>& u,
                        std::span<double> out);
  /// At all nodes; where elements meet the mean of what each of them has. [size]. Collective.
  void evaluate(const space::VectorField& velocity, std::span<double> out);

 private:
  const space::FunctionSpace& space_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::array<std::array<std::vector<double>, 3>, 3> slopes_;  ///< [c][b] = du_c / dx_b
};

}  // namespace lobatto::physics
