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
    : size_of_layer_(plan.n_upwards() * plan.lanes().n_slots()),
      first_to_modes_(
          product(plan.n() * plan.n(), plan.lanes().n_slots(), plan.n_upwards(), false)),
      add_to_modes_(product(plan.n() * plan.n(), plan.lanes().n_slots(), plan.n_upwards(), true)),
      from_modes_(product(plan.n() * plan.n(), plan.n_upwards(), plan.lanes().n_slots(), false)),
      inner_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_inner(), false)),
      lines_(product(plan.n_outer(), plan.lanes().n_slots(), plan.n_inner(), true)),
      back_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_outer(), true)) {
  const ModeLanes& lanes = plan.lanes();
  const int n_up = plan.n_upwards(), order = plan.n() - 1, n_slots = lanes.n_slots();
  for (int layer = 0; layer < plan.layers().n_layers(); ++layer) {
    const auto row = [&](int k) {
      return lanes.modes() + (layer * order + k) % lanes.n_nodes() * n_slots;
    };
    for (int slot = 0; slot < n_slots; ++slot)
      for (int k = 0; k < n_up; ++k) down_.push_back(row(k)[slot]);
    for (int k = 0; k < n_up; ++k) up_.insert(up_.end(), row(k), row(k) + n_slots);
  }
}

void PlaneProducts::to_modes(int layer, const double* element, double* modal) const {
  const Contraction& add = layer == 0 ? first_to_modes_ : add_to_modes_;
  add(element, down_.data() + static_cast<std::ptrdiff_t>(layer) * size_of_layer_, modal);
}

void PlaneProducts::from_modes(int layer, const double* modal, double* element) const {
  from_modes_(modal, up_.data() + static_cast<std::ptrdiff_t>(layer) * size_of_layer_, element);
}

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
