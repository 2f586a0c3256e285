#include "direct/tensor_work.hpp"

#include "direct/lines/condensed_line.hpp"
#include "direct/lines/line_layout.hpp"
#include "direct/lines/line_method.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::direct {
namespace {

LineLayout layout_of(const PencilShape& shape, int direction, const BoxConditions& conditions) {
  const std::array n_elements{shape.n_x_elements, shape.n_y_elements, shape.n_z_elements};
  const bool is_one_node = direction == 1 && shape.order_y == 0;
  return {n_elements[direction], is_one_node ? 1 : shape.order, conditions[direction]};
}

/// Of one transform.
double transform_work(const mesh::Axis& axis, int order, const poly::LineConditions& conditions,
                      double flops_per_byte) {
  const LineLayout line(axis.n_elements(), order, conditions);
  return choose_line(axis.ticks, order, conditions, false, flops_per_byte).flops * line.n_unknowns /
         2;
}

/// Of both transforms and the division by the eigenvalues, or of condensation.
double whole_line_work(const mesh::Axis& axis, int order, const poly::LineConditions& conditions,
                       double flops_per_byte) {
  constexpr double division = 8;
  const LineChoice choice = choose_line(axis.ticks, order, conditions, true, flops_per_byte);
  const int n_unknowns = LineLayout(axis.n_elements(), order, conditions).n_unknowns;
  const double per_unknown = choice.flops + (choice.method == LineMethod::condensed ? 0 : division);
  return per_unknown * n_unknowns;
}

}  // namespace

TensorShare::TensorShare(const PencilShape& shape, int rank, const BoxConditions& conditions)
    : column_values(shape.local.n_elements() *
                    kernels::ElementShape(shape.order + 1, shape.order_y == 0).points()),
      n_y_nodes(shape.y_window(shape.y_member(rank)).n_nodes),
      n_lanes(shape.grid.n_z > 1 ? shape.z_window(shape.grid.z_coordinate(rank)).n_nodes
                                 : layout_of(shape, 2, conditions).n_unknowns),
      x_size(layout_of(shape, 0, conditions).n_unknowns),
      y_size(layout_of(shape, 1, conditions).n_unknowns),
      n_x_modes(share_of(x_size, shape.n_y_members(), shape.y_member(rank)).size),
      cuts_columns(shape.grid.n_x > 1),
      deals_planes(shape.n_y_members() > 1),
      has_slabs(shape.grid.n_z > 1) {}

double slab_work(const mesh::Axis& axis, int order, const poly::LineConditions& conditions,
                 const Share& elements) {
  if (elements.size == 0) return 0;
  const auto ticks = std::span(axis.ticks).subspan(elements.begin, elements.size + 1);
  const auto ends = slab_conditions(conditions, elements, axis.n_elements());
  return CondensedLine(ticks, order, ends).flops();
}

LineWork line_work(const std::array<mesh::Axis, 3>& axes, int order,
                   const BoxConditions& conditions, const std::optional<Share>& slab,
                   double flops_per_byte) {
  return {transform_work(axes[0], order, conditions[0], flops_per_byte),
          transform_work(axes[1], order, conditions[1], flops_per_byte),
          slab ? slab_work(axes[2], order, conditions[2], *slab)
               : whole_line_work(axes[2], order, conditions[2], flops_per_byte)};
}

kernels::Cost tensor_cost(const TensorShare& share, const LineWork& lines) {
  const double lanes = 1.0 * share.n_y_nodes * share.n_lanes;
  const double y_lanes = 1.0 * share.n_x_modes * share.n_lanes;
  const double z_lines = 1.0 * share.n_x_modes * share.y_size;
  const double flops = 2 * lines.x * lanes + 2 * lines.y * y_lanes + lines.z * z_lines;
  const double fields = (share.cuts_columns ? 10.0 : 2.0) * share.column_values;
  const double passes = 4 + (share.deals_planes ? 4 : 0) + (share.has_slabs ? 2 : 0);
  return {flops, 8 * (fields + passes * lanes * share.x_size)};
}

poly::LineConditions slab_conditions(const poly::LineConditions& whole, const Share& elements,
                                     int n_elements) {
  const auto at = [](bool is_end, poly::EndCondition condition) {
    const bool is_fixed = is_end && condition == poly::EndCondition::dirichlet;
    return is_fixed ? poly::EndCondition::dirichlet : poly::EndCondition::neumann;
  };
  return {at(elements.begin == 0, whole.lower),
          at(elements.begin + elements.size == n_elements, whole.upper)};
}

}  // namespace lobatto::direct
