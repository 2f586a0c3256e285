#pragma once

#include <string>
#include <vector>

#include "app/case.hpp"
#include "app/formulas.hpp"
#include "flow/settings.hpp"

namespace lobatto::app {

/// The equations of a case on its mesh, its expressions compiled by `formulas`, with the solvers
/// that suit the ranks where the case says "auto". Throws base::Error where the conditions of the
/// case and the boundaries of the mesh do not go together.
flow::FlowSettings make_flow_settings(const Case& the_case, Formulas& formulas,
                                      const space::FunctionSpace& space);

/// Of all parts of the boundary of a mesh, in their order.
std::vector<std::string> boundary_names(const space::FunctionSpace& space);

/// The mesh of a case and the fields on it. Collective. Throws base::Error where the file cannot be
/// read or an element is turned inside out.
space::FunctionSpace make_space(const Case& the_case, const comm::Communicator& communicator);

}  // namespace lobatto::app
