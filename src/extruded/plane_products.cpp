#include "extruded/plane_products.hpp"

namespace lobatto::extruded {

namespace {

using kernels::Contraction;

/// Column-major C [rows][columns], `inner` products an entry.
Contraction product(int rows, int columns, int inner, bool accumulate) {
  return Contraction(kernels::ContractionShape::packed(rows, columns, inner, accumulate));
}

}  // namespace

PlaneProducts::PlaneProducts(const ExtrudedPlan& plan)
    : inner_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_inner(), false)),
      lines_(product(plan.n_outer(), plan.lanes().n_slots(), plan.n_inner(), true)),
      back_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_outer(), true)) {}

void PlaneProducts::to_inner_modes(const PlaneElement& element, const double* f,
                                   double* out) const {
  inner_(element.modes(), f, out);
}

void PlaneProducts::from_inner_modes(const PlaneElement& element, const double* u,
                                     double* out) const {
  inner_(element.transposed_modes(), u, out);
}

void PlaneProducts::subtract_from_lines(const PlaneElement& element, const double* u,
                                        double* on_lines) const {
  lines_(element.minus_transposed_coupling(), u, on_lines);
}

void PlaneProducts::subtract_from_inner(const PlaneElement& element, const double* u,
                                        double* inner) const {
  back_(element.minus_coupling(), u, inner);
}

}  // namespace lobatto::extruded
