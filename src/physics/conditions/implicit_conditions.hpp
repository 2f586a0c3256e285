#pragma once

#include <span>

#include "direct/tensor_solver.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Homogeneous conditions of the three implicit problems, from the conditions of the flow: velocity
/// component `component` (Dirichlet on walls and given velocity, its normal component also on
/// symmetry planes and where that alone is given, the others where those alone are given, natural
/// elsewhere), the pressure (Dirichlet where a part is open, natural elsewhere) and a scalar
/// (Dirichlet where its value is given). Collective. Throws base::Error where a part that wants to
/// lie across an axis does not.
space::BoundaryConditions velocity_conditions(const space::FunctionSpace& space,
                                              std::span<const VelocityBoundaryCondition> faces,
                                              int component);
space::BoundaryConditions pressure_conditions(const space::FunctionSpace& space,
                                              std::span<const VelocityBoundaryCondition> faces);
space::BoundaryConditions scalar_conditions(const space::FunctionSpace& space,
                                            std::span<const ScalarBoundaryCondition> faces);

/// The axis-aligned box with one condition a face that the tensor direct solver wants. Throws
/// base::Error where the space is none.
const mesh::BoxMesh& plain_box(const space::FunctionSpace& space);
/// Its six conditions by direction.
direct::BoxConditions box_conditions(const space::FunctionSpace& space,
                                     const space::BoundaryConditions& conditions);

}  // namespace lobatto::physics
