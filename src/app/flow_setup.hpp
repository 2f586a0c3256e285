#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/case.hpp"
#include "flow/settings.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/hex_mesh.hpp"

namespace lobatto::app {

/// The equations of a case on its mesh, its expressions compiled, with the solvers that suit the
/// ranks where the case says "auto". Throws base::Error where the conditions of the case and the
/// boundaries of the mesh do not go together.
flow::FlowSettings make_flow_settings(const Case& the_case, const space::FunctionSpace& space);

/// Of all parts of the boundary of a mesh, in their order.
std::vector<std::string> boundary_names(const space::FunctionSpace& space);

/// The elements of a case: a box, as it is before it is moved, or those of a file.
using CaseMesh = std::variant<mesh::BoxMesh, std::shared_ptr<const mesh::HexMesh>>;

/// Collective. Throws base::Error where a file cannot be read, or where there are too many ranks.
CaseMesh load_mesh(const Case& the_case, const comm::Communicator& communicator);

/// The fields on the mesh of a case, which is moved, and the parts of its boundary. Collective.
/// Throws base::Error where an element is turned inside out, or a part is of no boundary.
space::FunctionSpace make_space(const Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator);
/// The same with the mesh loaded.
space::FunctionSpace make_space(const Case& the_case, const comm::Communicator& communicator);

/// Initial velocity and scalars; empty functions where the case gives none.
flow::VectorFunction initial_velocity(const Case& the_case);
std::vector<space::SpaceTimeFunction> initial_scalars(const Case& the_case);

/// Exact velocity and scalars; empty functions where the case gives none.
flow::VectorFunction exact_velocity(const Case& the_case);
std::vector<space::SpaceTimeFunction> exact_scalars(const Case& the_case);
space::SpaceTimeFunction exact_pressure(const Case& the_case);

}  // namespace lobatto::app
