#pragma once

#include <memory>
#include <variant>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/mesh_file.hpp"
#include "plan/grounds.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// The elements of a case: a box, as it is before it is moved, or those of a file.
using CaseMesh = std::variant<mesh::BoxMesh, std::shared_ptr<const mesh::HexMesh>>;

/// Collective. Throws base::Error where a file cannot be read, or where there are too many ranks.
CaseMesh load_mesh(const cases::Case& the_case, const plan::Grounds& grounds,
                   const comm::Communicator& communicator);

/// The fields on the mesh of a case, which is moved, and the parts of its boundary. Collective.
/// Throws base::Error where an element is turned inside out, a part is of no boundary, or a
/// symmetry plane lies across no axis.
space::FunctionSpace make_space(const cases::Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator);
/// The same with the mesh loaded.
space::FunctionSpace make_space(const cases::Case& the_case, const plan::Grounds& grounds,
                                const comm::Communicator& communicator);

/// What a case does to its mesh file. Refers to the case. Naming sides throws base::Error for an
/// expression that cannot be evaluated, and for an [[mesh.unnamed]] that holds no side.
mesh::MeshChanges mesh_changes(const cases::Case& the_case);

}  // namespace lobatto::run
