#include "residents/observers/force_coefficients.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"
#include "space/periods.hpp"

namespace lobatto::residents {

namespace {

using base::Vector3;

/// The direction in which the flow is periodic, where it is one.
struct Span {
  int axis;
  double length;
};

std::vector<Span> spans_of(const Vector3& periods) {
  std::vector<Span> spans;
  for (int d = 0; d < 3; ++d)
    if (periods[d] > 0) spans.push_back({d, periods[d]});
  return spans;
}

[[noreturn]] void refuse_span(const std::string& why) {
  throw base::Error(
      fmt::format("has no area, and length times span is none: {}; expected area = ...", why));
}

/// Throws base::Error where there is not exactly one.
Span span_of(const space::FunctionSpace& space) {
  const auto periods = space::periods(space);
  if (!periods) refuse_span("the mesh is periodic along other lines than x, y and z");
  const auto spans = spans_of(*periods);
  if (spans.empty()) refuse_span("the flow is periodic in no direction");
  if (spans.size() > 1)
    refuse_span(fmt::format("the flow is periodic in {} directions", spans.size()));
  return spans.front();
}

/// How far the boundaries reach along an axis. Collective.
double extent(const std::vector<std::string>& boundaries, int axis,
              const space::FunctionSpace& whole) {
  const auto& space = space::space_of_boundaries(boundaries, whole).layer();
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  for (const int index : space::boundaries_named(boundaries, space)) {
    const space::Boundary boundary(space, index);
    const space::Points points = boundary.points();
    const std::array places{points.x, points.y, points.z};
    for (const double x : places[axis]) {
      lower = std::min(lower, x);
      upper = std::max(upper, x);
    }
  }
  return space.communicator().max(upper) - space.communicator().min(lower);
}

void check_direction(const cases::Section& table, ForceReference& reference) {
  if (base::norm(reference.direction) > 0) return;
  table.report("direction", "is zero; expected the direction of drag, such as [1, 0, 0]");
  reference.direction = {1, 0, 0};
}

/// Of length 1, across the drag.
Vector3 lift_direction(const Vector3& drag, const space::FunctionSpace& space) {
  const auto spans = spans_of(space::periods(space).value_or(Vector3{}));
  const int usual = std::abs(drag[2]) > 0.9 ? 0 : 2;
  Vector3 span{};
  span[spans.size() == 1 && std::abs(drag[spans[0].axis]) < 0.9 ? spans[0].axis : usual] = 1;
  Vector3 lift = base::unit(base::cross(span, drag));
  const double largest =
      *std::ranges::max_element(lift, {}, [](double component) { return std::abs(component); });
  for (double& component : lift) component = largest < 0 ? 0 - component : component;
  return lift;
}

}  // namespace

const cases::Table<ForceReference>& force_reference_table() {
  static const cases::Table<ForceReference> table{
      {.path = "force[].reference",
       .description = "records drag, lift and their coefficients F / (density * velocity^2 * area "
                      "/ 2), too"},
      {{&ForceReference::density,
        {.path = "force[].reference.density",
         .range = cases::positive,
         .example = "1.2",
         .description = "of the fluid: that of drag and lift"}},
       {&ForceReference::velocity,
        {.path = "force[].reference.velocity",
         .required = true,
         .range = cases::positive,
         .example = "1",
         .description = "that of the flow, as a number"}},
       {&ForceReference::length,
        {.path = "force[].reference.length",
         .range = cases::positive,
         .default_text = "none",
         .example = "1",
         .description = "such as the diameter of a cylinder or the chord of a wing"}},
       {&ForceReference::area,
        {.path = "force[].reference.area",
         .range = cases::positive,
         .default_text = "length times the period",
         .example = "0.5",
         .description = "may be left out where the flow is periodic in one direction, all along "
                        "which the boundaries reach"}},
       {cases::worded(&ForceReference::direction,
                      cases::Words<Vector3>{{{1, 0, 0}, "x"}, {{0, 1, 0}, "y"}, {{0, 0, 1}, "z"}}),
        {.path = "force[].reference.direction",
         .kind = cases::Kind::numbers,
         .count = 3,
         .example = "[1, 0.1, 0]",
         .description = "of drag, of any length. Lift is across it and across the direction in "
                        "which the flow is periodic, or z"}}},
      check_direction};
  return table;
}

double reference_area(const ForceReference& reference, const std::vector<std::string>& boundaries,
                      const space::FunctionSpace& space) {
  if (reference.area) return *reference.area;
  const Span span = span_of(space);
  const double reach = extent(boundaries, span.axis, space);
  if (std::abs(reach - span.length) > 1e-3 * span.length)
    refuse_span(fmt::format("the boundaries reach {:.6g} along {}, the period is {:.6g}", reach,
                            "xyz"[span.axis], span.length));
  return *reference.length * span.length;
}

ForceCoefficients::ForceCoefficients(const ForceReference& reference, double area,
                                     const space::FunctionSpace& space)
    : density_(reference.density),
      unit_(reference.density * reference.velocity * reference.velocity * area / 2),
      drag_(base::unit(reference.direction)),
      lift_(lift_direction(drag_, space)) {}

std::string ForceCoefficients::values(const Vector3& pressure, const Vector3& viscous) const {
  const double drag = density_ * (base::dot(pressure, drag_) + base::dot(viscous, drag_));
  const double lift = density_ * (base::dot(pressure, lift_) + base::dot(viscous, lift_));
  return fmt::format(",{},{},{},{}", drag, lift, drag / unit_, lift / unit_);
}

}  // namespace lobatto::residents
