#pragma once

#include <string>
#include <vector>

#include "app/case.hpp"
#include "flow/settings.hpp"

namespace lobatto::app {

/// The equations of a case on its mesh, its expressions compiled, with the solvers that suit the
/// ranks where the case says "auto". Throws base::Error where the conditions of the case and the
/// boundaries of the mesh do not go together.
flow::FlowSettings make_flow_settings(const Case& the_case, const space::FunctionSpace& space);

/// Of all parts of the boundary of a mesh, in their order.
std::vector<std::string> boundary_names(const space::FunctionSpace& space);

/// The mesh of a case and the fields on it. Collective. Throws base::Error where the file cannot be
/// read or an element is turned inside out.
space::FunctionSpace make_space(const Case& the_case, const comm::Communicator& communicator);

/// Initial velocity and scalars; empty functions where the case gives none.
flow::VectorFunction initial_velocity(const Case& the_case);
std::vector<space::SpaceTimeFunction> initial_scalars(const Case& the_case);

/// Exact velocity and scalars; empty functions where the case gives none.
flow::VectorFunction exact_velocity(const Case& the_case);
std::vector<space::SpaceTimeFunction> exact_scalars(const Case& the_case);
space::SpaceTimeFunction exact_pressure(const Case& the_case);

}  // namespace lobatto::app
