#pragma once

#include "extruded/extruded_plan.hpp"
#include "extruded/plane_element.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::extruded {

/// The products of a column of elements with the modes of the line and of its plane element, all
/// slots at once: values are [slot][node] or [slot][mode].
class PlaneProducts {
 public:
  explicit PlaneProducts(const ExtrudedPlan& plan);

  /// modal = (or +=, after the first layer) S^T of an element [upwards][plane node] of a layer.
  void to_modes(int layer, const double* element, double* modal) const;
  /// element = S of the modes.
  void from_modes(int layer, const double* modal, double* element) const;
  /// out = V^T f, and out = V u
  void to_inner_modes(const PlaneElement& element, const double* f, double* out) const;
  void from_inner_modes(const PlaneElement& element, const double* u, double* out) const;
  /// on_lines -= C u, and inner -= C^T u
  void subtract_from_lines(const PlaneElement& element, const double* u, double* on_lines) const;
  void subtract_from_inner(const PlaneElement& element, const double* u, double* inner) const;

 private:
  int size_of_layer_;         ///< of its matrices
  std::vector<double> down_;  ///< [layer][slot][upwards]
  std::vector<double> up_;    ///< [layer][upwards][slot]
  kernels::Contraction first_to_modes_, add_to_modes_, from_modes_;
  kernels::Contraction inner_, lines_, back_;
};

}  // namespace lobatto::extruded
