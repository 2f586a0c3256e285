#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

/// The keys of [mesh] that say which file the mesh comes from, and what is done to it.
std::vector<KeyMember<Case>> mesh_file_fields();

/// Finds the file from the folder of the case file, and reports what needs one and has none.
void read_mesh_file(const Section& mesh, Case& c);

}  // namespace lobatto::cases
