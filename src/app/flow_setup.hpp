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

/// Of the parts of the boundary of a mesh, in their order, each once: a symmetric boundary with
/// planes across several axes is several parts of one name.
std::vector<std::string> boundary_names(const space::FunctionSpace& space);
/// The indices in space.boundaries() of all parts of one name.
std::vector<int> boundaries_named(const std::string& name, const space::FunctionSpace& space);

/// The mesh of a case and the fields on it. Collective. Throws base::Error where the file cannot be
/// read, an element is turned inside out, or a symmetry plane lies across no axis.
space::FunctionSpace make_space(const Case& the_case, const comm::Communicator& communicator);

}  // namespace lobatto::app
