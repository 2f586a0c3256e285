#pragma once

#include "case/case.hpp"
#include "mesh/mesh_file.hpp"

namespace lobatto::run {

/// What a case does to its mesh file. Refers to the case. Naming sides throws base::Error for an
/// expression that cannot be evaluated, and for an [[mesh.unnamed]] that holds no side.
mesh::MeshChanges mesh_changes(const cases::Case& the_case);

}  // namespace lobatto::run
