#include "physics/conditions/implicit_conditions.hpp"

#include "base/error.hpp"
#include "base/function_ref.hpp"
#include "physics/conditions/face_frames.hpp"

namespace lobatto::physics {

namespace {

using poly::EndCondition;

space::BoundaryConditions conditions_where(const space::FunctionSpace& space,
                                           base::FunctionRef<bool(std::size_t)> is_dirichlet) {
  space::BoundaryConditions conditions;
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    conditions.push_back(is_dirichlet(b) ? EndCondition::dirichlet : EndCondition::neumann);
  return conditions;
}

bool lies_across(const space::FunctionSpace& space, std::size_t index, int component) {
  return *space::Boundary(space, static_cast<int>(index)).axis() == component;
}

}  // namespace

space::BoundaryConditions velocity_conditions(const space::FunctionSpace& space,
                                              std::span<const VelocityBoundaryCondition> faces,
                                              int component) {
  const bool has_frames = needs_frames(space, faces);
  return conditions_where(space, [&](std::size_t b) {
    const auto kind = faces[b].kind;
    // On an axis, the one plane of symmetry across r, the two components that turn are zero.
    if (space.is_axisymmetric() && component == 2 && kind == VelocityCondition::symmetry)
      return lies_across(space, b, 1);
    if (lies_across_an_axis(kind))
      return !has_frames &&
             lies_across(space, b, component) != (kind == VelocityCondition::tangential);
    return kind == VelocityCondition::wall || kind == VelocityCondition::velocity;
  });
}

space::BoundaryConditions pressure_conditions(const space::FunctionSpace& space,
                                              std::span<const VelocityBoundaryCondition> faces) {
  return conditions_where(space, [&](std::size_t b) { return is_open(faces[b].kind); });
}

space::BoundaryConditions scalar_conditions(const space::FunctionSpace& space,
                                            std::span<const ScalarBoundaryCondition> faces) {
  return conditions_where(space,
                          [&](std::size_t b) { return faces[b].kind == ScalarCondition::value; });
}

const mesh::BoxMesh& plain_box(const space::FunctionSpace& space) {
  if (space.curved() != nullptr || !space.boundaries_are_box_faces())
    throw base::Error(
        "solver \"tensor-direct\" needs an axis-aligned box with one condition per face");
  return *space.box();
}

direct::BoxConditions box_conditions(const space::FunctionSpace& space,
                                     const space::BoundaryConditions& conditions) {
  const mesh::BoxMesh& box = plain_box(space);
  direct::BoxConditions of_directions;
  for (int d = 0; d < 3; ++d) {
    if (box.axes[d].periodic)
      of_directions[d] = {EndCondition::periodic, EndCondition::periodic};
    else
      of_directions[d] = {conditions[2 * d], conditions[2 * d + 1]};
  }
  return of_directions;
}

}  // namespace lobatto::physics
