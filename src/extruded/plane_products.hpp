#pragma once

#include "extruded/extruded_plan.hpp"
#include "extruded/plane_element.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::extruded {

/// The products of a column of elements with the modes of its plane element, all slots at once:
/// values are [slot][node] or [slot][mode].
class PlaneProducts {
 public:
  explicit PlaneProducts(const ExtrudedPlan& plan);

  /// out = V^T f, and out = V u
  void to_inner_modes(const PlaneElement& element, const double* f, double* out) const;
  void from_inner_modes(const PlaneElement& element, const double* u, double* out) const;
  /// on_lines -= C u, and inner -= C^T u
  void subtract_from_lines(const PlaneElement& element, const double* u, double* on_lines) const;
  void subtract_from_inner(const PlaneElement& element, const double* u, double* inner) const;

 private:
  kernels::Contraction inner_, lines_, back_;
};

}  // namespace lobatto::extruded
