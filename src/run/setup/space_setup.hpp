#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/hex_mesh.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Of the parts of the boundary of a mesh, in their order, each once: a symmetric boundary with
/// planes across several axes is several parts of one name.
std::vector<std::string> boundary_names(const space::FunctionSpace& space);
/// Of those that have sides of fluid on some rank; all where nothing is solid. Collective.
std::vector<std::string> boundary_names_at_fluid(const space::FunctionSpace& space);
/// The indices in space.boundaries() of all parts of one name.
std::vector<int> boundaries_named(const std::string& name, const space::FunctionSpace& space);
/// Of each name after another.
std::vector<int> boundaries_named(const std::vector<std::string>& names,
                                  const space::FunctionSpace& space);

/// The space that has boundaries of all these names: the fluid, of which other boundaries may be
/// parts, where a solid is among them.
const space::FunctionSpace& space_of_boundaries(const std::vector<std::string>& names,
                                                const space::FunctionSpace& space);

/// The elements of a case: a box, as it is before it is moved, or those of a file.
using CaseMesh = std::variant<mesh::BoxMesh, std::shared_ptr<const mesh::HexMesh>>;

/// Collective. Throws base::Error where a file cannot be read, or where there are too many ranks.
CaseMesh load_mesh(const cases::Case& the_case, const comm::Communicator& communicator);

/// The fields on the mesh of a case, which is moved, and the parts of its boundary. Collective.
/// Throws base::Error where an element is turned inside out, a part is of no boundary, or a
/// symmetry plane lies across no axis.
space::FunctionSpace make_space(const cases::Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator);
/// The same with the mesh loaded.
space::FunctionSpace make_space(const cases::Case& the_case,
                                const comm::Communicator& communicator);

}  // namespace lobatto::run
